"""numpy: only charts compute with it, and a page draws none of those."""
