"""What leaves the house on paper and as tables: plain values in, PDF and CSV out.

Pure: no Django, no clock, no files but the typeface of a package; the same values give the same
bytes. Whoever calls has decided already what its reader may see.
"""
