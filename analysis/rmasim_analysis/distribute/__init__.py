"""The distribution of work over processors and machines, as processes of the simulator. Results do not depend on the
machines, or on the order in which the processes end."""
