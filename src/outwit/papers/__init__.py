"""The five papers, claim by claim: one file each, measured and judged again."""
