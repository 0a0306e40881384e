import { readAudit } from './release/audit.js';
import { lintDockerfile } from './release/image-lint.js';
import { refusedLicences } from './release/licences.js';
import { Repository } from './release/repository.js';
import { missingFrom, readSbom } from './release/sbom.js';
import { findDisagreements } from './release/version-agreement.js';

interface Finding {
  readonly check: string;
  readonly problems: readonly string[];
  /** Printed even without problems. */
  readonly note?: string;
}

/** `npm run release:check`: checks whether this checkout can be released; see docs/releasing.md. */
function main(): void {
  const repository = new Repository(process.cwd());
  let isReady = true;
  for (const check of [checkPackages, checkAudit, checkImage, checkVersion]) {
    for (const { check: name, problems, note } of check(repository)) {
      if (problems.length > 0) isReady = false;
      console.log(`${problems.length > 0 ? 'FAIL' : ' ok '} ${name}${note === undefined ? '' : `: ${note}`}`);
      for (const problem of problems) console.log(`       ${problem}`);
    }
  }
  process.exitCode = isReady ? 0 : 1;
}

function checkPackages(repository: Repository): Finding[] {
  const components = readSbom(repository.sbom());
  const licences = new Set(components.flatMap(({ licence }) => licence ?? []));
  return [
    {
      check: 'licences',
      problems: refusedLicences(components),
      note: `${components.length} packages, ${licences.size} licences`,
    },
    { check: 'SBOM', problems: missingFrom(components, repository.dependencies()), note: 'CycloneDX, in the image' },
  ];
}

function checkAudit(repository: Repository): Finding[] {
  const answer = readAudit(repository.audit());
  if (answer.kind === 'not_answered') {
    return [{ check: 'audit', problems: [], note: `NOT ANSWERED, ${answer.why}. Run it where a registry answers` }];
  }
  const others = answer.others.length === 0 ? '' : `; to be looked at: ${answer.others.join(', ')}`;
  return [{ check: 'audit', problems: answer.refused, note: `answered${others}` }];
}

function checkImage(repository: Repository): Finding[] {
  return [{ check: 'Dockerfile', problems: lintDockerfile(repository.text('Dockerfile')) }];
}

function checkVersion(repository: Repository): Finding[] {
  const files = repository.releaseFiles();
  return [{ check: 'version', problems: findDisagreements(files), note: files.version }];
}

main();
