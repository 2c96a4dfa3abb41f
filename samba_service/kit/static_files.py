"""Static files under names that change with their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Compressed once, cached for good; scripts import each other by these names too."""

    support_js_module_import_aggregation = True
