import { execFileSync } from 'node:child_process';

// A large merge adds some megabytes.
const MAX_OUTPUT_BYTES = 2 ** 26;

export interface AddedLine {
  readonly path: string;
  /** Line number in the new file, from 1. */
  readonly number: number;
  readonly text: string;
}

/** Parses the added lines from the output of `git diff --unified=0`. */
export function parseAddedLines(diff: string): AddedLine[] {
  const lines: AddedLine[] = [];
  let path: string | undefined;
  let number = 0;
  let left = 0;
  for (const line of diff.split('\n')) {
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk) {
      number = Number(hunk[1]);
      left = Number(hunk[2] ?? 1);
    } else if (left > 0 && line.startsWith('+')) {
      // An added line may itself begin with "++ b/", so the line count of the hunk decides where the hunk ends.
      if (path !== undefined) lines.push({ path, number, text: line.slice(1) });
      number += 1;
      left -= 1;
    } else if (line.startsWith('+++ ')) {
      path = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    }
  }
  return lines;
}

/** Reads the lines that this branch adds to a base. */
export function readAddedLines(base: string): AddedLine[] {
  return parseAddedLines(readDiff(base));
}

/** Returns an empty diff if Git does not know the base. Git prints the reason. */
function readDiff(base: string): string {
  try {
    return execFileSync('git', ['diff', '--unified=0', '--no-color', '--no-ext-diff', `${base}...`], {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch {
    return '';
  }
}
