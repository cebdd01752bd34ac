"""Pictures and tables from what rmasim writes. Reads files only; never runs or imports the simulator."""
