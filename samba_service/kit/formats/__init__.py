"""How days and times are written on pages, by language; `site/local.js` writes them likewise."""
