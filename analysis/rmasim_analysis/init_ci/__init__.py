"""rmasim init-ci: a workflow of GitHub Actions for the user's repository."""
