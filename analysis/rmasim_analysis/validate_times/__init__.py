"""rmasim validate-times: simulates the public measurements of one-sided communication, and compares the times."""
