"""Keys of results that version 0.3.0 renamed. Recorded results with the keys of version 0.2.0 are read until 0.4.0."""

RENAMED = {"queue": {"most_requests": "max_requests", "most_bytes": "max_bytes"}}


def with_new_keys(document):
    """The document with the new keys, if it is a result. Any other document is returned unchanged."""
    if not isinstance(document, dict):
        return document
    for name, keys in RENAMED.items():
        figures = document.get(name)
        if isinstance(figures, dict) and not figures.keys().isdisjoint(keys):
            document[name] = {keys.get(key, key): value for key, value in figures.items()}
    return document
