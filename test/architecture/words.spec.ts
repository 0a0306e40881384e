import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

// `sql` marks files that run SQL as text; see `raw-sql.spec.ts`.
const ROLES = new Set(
  (
    'module resolver controller service repository entity input model enum scalar guard interceptor decorator ' +
    'command plugin mapper schema port adapter schedule handler states rules table types query fixture spec sql route'
  ).split(' '),
);

/** Words for which the vocabulary has another one, as parts of a name in lower case, joined by `_`. */
const NAMES =
  /(?:^|_)(?:judge[ds]?|judging|judgements?|settlements?|clearance|traces?|traced|tracks?|tracked|tracking|rereads?|rereading|wish|wishes|news|quiet|look_alikes?|hold_reason|held_by|payout_place|poll_places)(?:_|$)/;

/** The same words, and some turns of phrase, in texts that people read. */
const PROSE =
  /\bpayment services?\b|\bjudg(?:e[ds]?|ing|ements?)\b|\bsettlements?\b|\bclearance\b|\brereads?\b|\blook-?alikes?\b|\bquiet polls?\b|\bin doubt\b|\bhow manieth\b|\bst(?:ands?|ood) in the way\b/i;

/** Finds the sources worth parsing: less exact than the two above, and a hundred times as fast. */
const SUSPECT =
  /judg|settlement|clearance|trac(?:e|ing)|track|reread|wish|news|quiet|look.?alike|hold_?reason|held_?by|payout_?place|poll_?places|payment\s+service|in doubt|manieth|in the way/i;

/** Names that are not ours to choose, or mean something else. */
const ALLOWED: Readonly<Record<string, string>> = {
  ApolloServerPluginInlineTraceDisabled: 'the name of an export of @apollo/server',
  includeStacktraceInErrorResponses: 'an option of @apollo/server',
  trace: 'a level of pino, and an export of @opentelemetry/api',
  OTEL_TRACES_SAMPLER_ARG: 'a variable of OpenTelemetry',
  TraceIdRatioBasedSampler: 'an export of @opentelemetry/sdk-trace-base',
  traceId: 'a field of a span, as W3C names it',
  traceFlags: 'another one',
  tracePromise: 'a method of a channel of node:diagnostics_channel',
};

const SOURCES = ['src', 'migrations', 'sandbox', 'dev', 'bench', 'test', 'dashboard/src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.m?[jt]sx?$/.test(file.name))
    .map((file) => relative(ROOT, join(file.parentPath, file.name)).replaceAll('\\', '/')),
);

describe('files', () => {
  it('each file is named noun.role with a listed role', () => {
    const suffixes = SOURCES.map((path) => [path, suffixOf(path)] as const);
    expect(suffixes.filter(([, suffix]) => suffix !== null && !ROLES.has(suffix))).toEqual([]);
    expect(new Set(suffixes.map(([, suffix]) => suffix)).size).toBeLessThanOrEqual(30);
  });

  it('no file name contains a banned word', () => {
    expect(SOURCES.filter((path) => path.split('/').some((part) => NAMES.test(part.replaceAll(/[-.]/g, '_'))))).toEqual(
      [],
    );
  });
});

describe('code', () => {
  const scanned = SOURCES.filter((path) => path.endsWith('.ts') && !path.endsWith('words.spec.ts')).map(scan);

  it('no name contains a banned word', () => {
    const found = scanned.flatMap(({ path, names }) =>
      // Names within a test are left to its readers.
      path.startsWith('test/') || path.endsWith('.spec.ts') ? [] : names.map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('no text contains a banned word', () => {
    expect(scanned.flatMap(({ path, texts }) => texts.map((text) => `${path}: ${text}`))).toEqual([]);
  });

  it.each([
    ['const lookAlikes = judgePayout(LOOK_ALIKE_HOURS);', ['lookAlikes', 'judgePayout', 'LOOK_ALIKE_HOURS']],
    [
      'class PayoutSettlementService { holdReason; nextTraceAt }',
      ['PayoutSettlementService', 'holdReason', 'nextTraceAt'],
    ],
    ['const newsletter = extract(abstractNews, threshold);', ['abstractNews']],
  ])('the scan finds the name in %s', (source, names) => {
    expect(scanText(source).names).toEqual(names);
  });

  it.each(["'Refused by the payment service.'", '`A look-alike of ${id}`', "'It is in doubt.'"])(
    'the scan finds the text in %s',
    (source) => {
      expect(scanText(source).texts).toHaveLength(1);
    },
  );
});

describe('texts for people', () => {
  const pages = [
    'schema.graphql',
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'bench/README.md',
    'test/rig/README.md',
    '.env.example',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => `docs/${path.replaceAll('\\', '/')}`),
  ];

  it.each(pages)('%s contains no banned word', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+/g, ' ');
    expect(text.match(new RegExp(PROSE, 'gi')) ?? []).toEqual([]);
  });
});

/** Returns the role in a file's name, or null. */
function suffixOf(path: string): string | null {
  const [, ...suffixes] = basename(path)
    .replace(/\.(?:d\.)?m?[jt]sx?$/, '')
    .replace(/\.(?:spec|fixture)$/, '')
    .split('.');
  return suffixes.length === 0 ? null : suffixes.join('.');
}

interface Scanned {
  readonly path: string;
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

function scan(path: string): Scanned {
  return { path, ...scanText(readFileSync(join(ROOT, path), 'utf8')) };
}

/** Returns the suspicious names and texts in a source. Comments are left to their readers. */
function scanText(source: string): Omit<Scanned, 'path'> {
  const names: string[] = [];
  const texts: string[] = [];
  if (!SUSPECT.test(source)) return { names, texts };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && NAMES.test(wordsOf(node.text)) && !(node.text in ALLOWED)) names.push(node.text);
    if (isText(node) && PROSE.test(node.text)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return { names: [...new Set(names)], texts };
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function wordsOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
