import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RELEASE_BEFORE } from './release-before.js';
import type { ReleaseFiles } from './version-agreement.js';

// The list of 900 packages takes about 700 kB.
const MAX_OUTPUT_BYTES = 2 ** 26;

// A hanging registry must not block a release.
const AUDIT_TIMEOUT_MS = 60_000;

const manifest = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

/** The checkout that is to be released, with its installed packages. */
export class Repository {
  constructor(private readonly root: string) {}

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  dependencies(): string[] {
    return Object.keys(manifest.parse(JSON.parse(this.text('package.json'))).dependencies ?? {});
  }

  sbom(): string {
    return this.run('npm', ['sbom', '--sbom-format=cyclonedx']);
  }

  /** Returns the output of `npm audit` for the server's packages, even if no registry answered. */
  audit(): string {
    const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
      cwd: this.root,
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout: AUDIT_TIMEOUT_MS,
    });
    return stdout;
  }

  releaseFiles(): ReleaseFiles {
    const { version } = manifest.parse(JSON.parse(this.text('package.json')));
    const first = (path: string, pattern: RegExp): string | undefined => pattern.exec(this.text(path))?.[1];
    return {
      version,
      named: {
        'package-lock.json': manifest.parse(JSON.parse(this.text('package-lock.json'))).version,
        'dashboard/package.json': manifest.parse(JSON.parse(this.text('dashboard/package.json'))).version,
        'deploy/helm/Chart.yaml (version)': first('deploy/helm/Chart.yaml', /^version: "?([\d.]+)"?$/m),
        'deploy/helm/Chart.yaml (appVersion)': first('deploy/helm/Chart.yaml', /^appVersion: "?([\d.]+)"?$/m),
        'compose.yaml (purser)': first('compose.yaml', /image: purser:(\S+)$/m),
        'compose.yaml (sandbox)': first('compose.yaml', /image: purser-sandbox:(\S+)$/m),
        'compose.ha.yaml (purser)': first('compose.ha.yaml', /image: purser:(\S+)$/m),
        'compose.ha.yaml (purser-ha)': first('compose.ha.yaml', /image: purser-ha:(\S+)$/m),
        'docs/operations/containers.md': first('docs/operations/containers.md', /docker build -t purser:(\S+) /),
      },
      changelog: this.text('CHANGELOG.md'),
      tags: this.run('git', ['tag', '--list']).split('\n'),
      schema: this.text('schema.graphql'),
      schemaBefore: this.schemaBefore(),
    };
  }

  private schemaBefore(): string | null {
    try {
      return this.run('git', ['show', `${RELEASE_BEFORE.commit}:schema.graphql`]);
    } catch {
      return null;
    }
  }

  private run(command: string, args: readonly string[]): string {
    const options = { cwd: this.root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES } as const;
    // Captures stderr, so that an error includes it.
    return execFileSync(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}
