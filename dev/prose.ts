import { readAddedLines } from './prose/added-lines.js';
import { findPatterns, type Pattern } from './prose/prose-patterns.js';

const TITLES: Readonly<Record<Pattern, string>> = {
  opening: 'sentences that do not begin with their subject or verb',
  reference: 'words that stand for a thing named elsewhere',
  'test name': 'names of tests that are no sentences',
};

/** `npm run prose -- <base>`: counts prose habits in the lines that this branch adds. It never fails. */
function main(base: string): void {
  const findings = findPatterns(readAddedLines(base));
  for (const [pattern, title] of Object.entries(TITLES)) {
    const found = findings.filter((finding) => finding.pattern === pattern);
    console.log(`${found.length} ${title}`);
    for (const { path, line, text } of found) console.log(`  ${path}:${line}  ${text}`);
  }
}

main(process.argv[2] ?? 'main');
