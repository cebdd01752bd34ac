"""Distribution of work over processors and machines, as processes of the simulator. Results do not depend on where and
in which order the processes end."""
