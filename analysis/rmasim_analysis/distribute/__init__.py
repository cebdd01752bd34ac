"""Work that is spread over processors and machines: processes of the simulator, whose results do not depend on where
and in which order they end."""
