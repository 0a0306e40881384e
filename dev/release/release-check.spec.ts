import { readAudit } from './audit.js';
import { lintDockerfile } from './image-lint.js';
import { refusedLicences } from './licences.js';
import { Repository } from './repository.js';
import { missingFrom, readSbom } from './sbom.js';
import { findDisagreements, type ReleaseFiles } from './version-agreement.js';

const repository = new Repository(process.cwd());

const sbomOf = (licence: object | null, name = 'left-pad'): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    components: [{ name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0`, ...(licence && { licenses: [licence] }) }],
  });

describe('packages of this checkout', () => {
  const components = readSbom(repository.sbom());

  it('all have an allowed licence', () => {
    expect(components.length).toBeGreaterThan(500);
    expect(refusedLicences(components)).toEqual([]);
  });

  it('packages of this checkout are all in the SBOM: those of the server and those of its pages', () => {
    expect(missingFrom(components, [...repository.dependencies(), 'react', 'urql'])).toEqual([]);
    expect(missingFrom(components, ['left-pad'])).toEqual(['left-pad is not in the SBOM']);
  });
});

describe('licence', () => {
  it.each([
    [{ license: { id: 'MIT' } }],
    [{ expression: '(MIT AND BSD-3-Clause)' }],
    [{ expression: '(GPL-3.0-only OR MIT)' }],
    [{ expression: 'MIT and ISC' }],
  ])('allows the licence %j', (licence) => {
    expect(refusedLicences(readSbom(sbomOf(licence)))).toEqual([]);
  });

  it.each([
    [{ license: { id: 'AGPL-3.0-only' } }],
    [{ license: { name: 'SEE LICENSE IN LICENSE.md' } }],
    [{ expression: 'MIT AND GPL-3.0-only' }],
    [{ license: { id: 'MPL-2.0' } }],
    [null],
  ])('refuses the licence %j and names the package', (licence) => {
    expect(refusedLicences(readSbom(sbomOf(licence)))).toEqual([expect.stringMatching(/^left-pad@1\.0\.0 is under /)]);
  });

  it('allows a licence for a tool that never ships, but for no other package', () => {
    const licence = { license: { id: 'MPL-2.0' } };
    for (const name of ['lightningcss', 'lightningcss-linux-x64-gnu']) {
      expect(refusedLicences(readSbom(sbomOf(licence, name)))).toEqual([]);
    }
    expect(refusedLicences(readSbom(sbomOf(licence, 'lightningcssy')))).toHaveLength(1);
  });

  it('refuses input that is not an SBOM', () => {
    expect(() => readSbom('{"bomFormat":"CycloneDX","components":[]}')).toThrow();
  });
});

describe('audit', () => {
  it('refuses high and critical vulnerabilities and reports the others', () => {
    const vulnerabilities = {
      a: { severity: 'critical', range: '<2' },
      b: { severity: 'high', range: '*' },
      c: { severity: 'moderate', range: '<1' },
    };
    expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
      kind: 'answered',
      refused: ['a <2: critical', 'b *: high'],
      others: ['c <1: moderate'],
    });
  });

  it.each([
    ['{"statusCode":405,"message":"POST https://registry.example/bulk"}', 'the registry answered 405'],
    ['{"error":{"code":"ENOTFOUND"}}', 'no registry answered'],
    ['', 'no registry answered'],
  ])('the audit does not treat %j as an audit without findings', (text, why) => {
    expect(readAudit(text)).toEqual({ kind: 'not_answered', why });
  });
});

describe('Dockerfile', () => {
  const dockerfile = repository.text('Dockerfile');

  it('accepts the Dockerfile', () => {
    expect(lintDockerfile(dockerfile)).toEqual([]);
  });

  it.each([
    ['-trixie-slim AS build', ':latest AS build', 'latest'],
    ['FROM node:', 'FROM amd64/node:', 'one architecture'],
    ['RUN npm ci', 'RUN npm install', 'npm ci'],
    ['COPY . .', 'ADD . .', 'COPY'],
    [':nonroot AS purser', ':debug AS purser', 'root'],
    ['HEALTHCHECK --interval', '# --interval', 'HEALTHCHECK'],
    ['ENTRYPOINT ["node", "dist/main.js"]', 'ENTRYPOINT node dist/main.js', 'ENTRYPOINT'],
    ['ENV NODE_ENV', 'ENV ENCRYPTION_KEY=x NODE_ENV', 'secret'],
    ['EXPOSE 3000', 'EXPOSES 3000', 'EXPOSES'],
  ])('refuses a Dockerfile with another %s', (from, to, word) => {
    expect(dockerfile).toContain(from);
    expect(lintDockerfile(dockerfile.replace(from, to))).toEqual([expect.stringContaining(word)]);
  });
});

describe('version', () => {
  const schema = 'type Query { desk: String }';
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-12-01\n\n### Added\n\n- A thing.\n';
  const files: ReleaseFiles = {
    version: '1.2.0',
    named: { 'package-lock.json': '1.2.0' },
    changelog,
    tags: ['v1.1.0'],
    schema: 'type Query { desk: String payout: String }',
    schemaBefore: schema,
  };

  it('accepts a version that all files agree on', () => {
    expect(findDisagreements(files)).toEqual([]);
    const told = changelog.replace('### Added', '### Removed');
    expect(findDisagreements({ ...files, changelog: told, schema: 'type Query { payout: String }' })).toEqual([]);
  });

  it.each<[string, Partial<ReleaseFiles>]>([
    ['compose.yaml says 1.1.0', { named: { 'compose.yaml': '1.1.0' } }],
    ['compose.yaml says no version', { named: { 'compose.yaml': undefined } }],
    ['The tag v1.2.0 is taken', { tags: ['v1.1.0', 'v1.2.0'] }],
    ['no section ## [1.2.0]', { changelog: changelog.replace('2026-12-01', 'soon') }],
    ['nothing under 1.2.0', { changelog: changelog.replace('- A thing.', '') }],
    ['entries under Unreleased', { changelog: changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- Another.\n') }],
    ['Query.desk was removed', { schema: 'type Query { payout: String }' }],
    ['not in the history', { schemaBefore: null }],
  ])('refuses a version: %s', (problem, change) => {
    expect(findDisagreements({ ...files, ...change })).toEqual([expect.stringContaining(problem)]);
  });

  it('finds the same version in all files of this checkout', () => {
    const { version, named } = repository.releaseFiles();
    expect(Object.entries(named)).toEqual(Object.keys(named).map((path) => [path, version]));
  });
});
