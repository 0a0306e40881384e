import { buildSchema, findBreakingChanges } from 'graphql';

export interface ReleaseFiles {
  readonly version: string;
  readonly named: Readonly<Record<string, string | undefined>>;
  readonly changelog: string;
  readonly tags: readonly string[];
  readonly schema: string;
  /** Schema of the previous release; null if the history does not reach back that far. */
  readonly schemaBefore: string | null;
}

/** SemVer without a pre-release, as Purser uses it. */
const VERSION = /^\d+\.\d+\.\d+$/;

export function findDisagreements(files: ReleaseFiles): string[] {
  const { version, named, changelog, tags } = files;
  const problems = Object.entries(named)
    .filter(([, other]) => other !== version)
    .map(([path, other]) => `${path} says ${other ?? 'no version'}, package.json ${version}`);
  if (!VERSION.test(version)) problems.push(`${version} is no version of the form 1.2.3`);
  if (tags.includes(`v${version}`)) problems.push(`The tag v${version} is taken: raise the version`);
  const section = sectionOf(changelog, version);
  if (section === null) problems.push(`CHANGELOG.md has no section ## [${version}] - <day>`);
  else if (!/^- /m.test(section)) problems.push(`CHANGELOG.md has nothing under ${version}`);
  if (/^- /m.test(sectionOf(changelog, 'Unreleased') ?? '')) {
    problems.push('CHANGELOG.md has entries under Unreleased: move them below the version');
  }
  return [...problems, ...findUntoldBreaks(files, section ?? '')];
}

/** Finds breaking changes that the changelog does not mention. */
function findUntoldBreaks({ schema, schemaBefore }: ReleaseFiles, section: string): string[] {
  if (schemaBefore === null) return ['The schema of the release before is not in the history: fetch it'];
  const breaks = findBreakingChanges(buildSchema(schemaBefore), buildSchema(schema));
  if (breaks.length === 0 || /^### (?:Changed|Removed)$/m.test(section)) return [];
  return breaks.map(({ description }) => `CHANGELOG.md has no section Changed or Removed, and yet: ${description}`);
}

/** Returns a version's section; null if it is missing, or if it has no date although the version is to be released. */
function sectionOf(changelog: string, version: string): string | null {
  const heading = version === 'Unreleased' ? '## [Unreleased]' : `## [${version}] - `;
  const start = changelog.indexOf(`\n${heading}`);
  if (start < 0) return null;
  const [head = '', ...rest] = changelog.slice(start + 1).split('\n');
  if (version !== 'Unreleased' && !/ - \d{4}-\d{2}-\d{2}$/.test(head)) return null;
  const end = rest.findIndex((line) => line.startsWith('## '));
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}
