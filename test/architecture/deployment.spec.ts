import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse } from 'yaml';
import { IMAGE_ENVIRONMENT } from '../../bench/stage/purser-settings.js';
import { readProcessSettings } from '../../sandbox/process-settings.js';
import { Secret } from '../../src/common/secret.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { committed, expectCommitted } from '../support/generated-file.js';
import { readDockerfile } from '../support/dockerfile.js';
import { variables } from '../../src/platform/config/variables.js';

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly volumes?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The major version of Node LTS that the images have. */
const SUPPORTED_NODE = readFileSync('.nvmrc', 'utf8').trim();

// Generated with openssl, as docs/operations/containers.md says.
const SECRETS: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'c4ca4238a0b923820dcc509a6f75849b',
  DATABASE_OWNER_PASSWORD: 'a87ff679a2f3e71d9181a67b7542122c',
  DATABASE_PASSWORD: 'd41d8cd98f00b204e9800998ecf8427ed41d8cd98f00b204',
  ENCRYPTION_KEY: 'N2Q5ZjE4YjQwYzZhMmU1M2Y4OTFkMDc2YjNlNGE1Yzg=',
  PROVIDER_API_TOKEN: '0cc175b9c0f1b6a831c399e269772661',
  ORDER_WEBHOOK_PATH_SECRET: '92eb5ffee6ae2fec3ad71c777531578f',
  WEBHOOK_SECRET: '4a8a08f09d37b73795649038408b5f33',
  BOOTSTRAP_API_KEY: 'pk_boot_8277e0910d750195b448797616e091ad',
  APPROVER_API_KEY: 'pk_appr_e1671797c52e15f763380b45e841ec32',
};

// The address of a database on another machine, with a verified connection as Purser requires.
const DATABASE = 'postgres://purser:secret@database.example.com/purser?sslmode=verify-full';

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?reason}` as Compose does. */
function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = values[name] ?? (kind === '-' ? (rest as string) : undefined);
    if (value === undefined) throw new Error(`${name} has no value`);
    return value;
  });
}

/** A value of every kind of secret. A variable is secret if it turns one of these into a `Secret`. */
const KINDS_OF_SECRET = [...Object.values(SECRETS), DATABASE, 'nats://desk:password@nats.example.com', 'x-key=value'];

function isSecret(name: keyof typeof variables): boolean {
  const values = KINDS_OF_SECRET.map((text) => variables[name].safeParse(text).data);
  return values.flat().some((value) => value instanceof Secret);
}

/** Returns the services that could use up the machine's memory, or fill its disk with their log. */
const unbounded = (services: Readonly<Record<string, Service>>): readonly string[] =>
  Object.entries(services).flatMap(([name, { mem_limit: memory, logging }]) =>
    memory && logging?.options['max-size'] && logging.options['max-file'] ? [] : [name],
  );

/**
 * Returns the files that a replica keeps outside the database, and those that are in no volume and so are lost with the
 * container.
 */
function keptBy({ environment = {}, volumes = [] }: Service): { readonly files: readonly string[]; lost: string[] } {
  const files = [environment['PAYOUT_JOURNAL_FILE'], environment['AUDIT_ANCHOR_FILE']].map((file) => file ?? 'unset');
  const places = volumes.map((volume) => volume.split(':')[1]!);
  return { files, lost: files.filter((file) => !places.some((place) => file.startsWith(`${place}/`))) };
}

describe('compose.yaml', () => {
  const source = readFileSync('compose.yaml', 'utf8');
  const settings = { ...SECRETS, PROVIDER_BASE_URL: 'https://api.provider.example' };
  const { services } = parse(interpolate(source, settings), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
  };

  it('the file contains no secret, and nothing starts if a secret or the provider is missing', () => {
    for (const name of Object.keys(settings)) {
      const { [name as keyof typeof settings]: _, ...others } = settings;
      expect(() => interpolate(source, others)).toThrow(name);
    }
  });

  it('every service has a memory limit and a log limit', () => {
    expect(unbounded(services)).toEqual([]);
  });

  it('the journal and the audit anchors are in a volume apart from the database', () => {
    expect(keptBy(services['purser']!).lost).toEqual([]);
    const names = (service: Service): readonly string[] => service.volumes!.map((volume) => volume.split(':')[0]!);
    expect(names(services['postgres']!).filter((name) => names(services['purser']!).includes(name))).toEqual([]);
  });

  it('only this machine can reach the metrics', () => {
    const { environment = {}, ports = [] } = services['purser']!;
    const { METRICS_PORT: port, METRICS_HOST: host } = environment;
    expect([host, ports]).toEqual(['0.0.0.0', expect.arrayContaining([`127.0.0.1:${port}:${port}`])]);
  });

  it('Purser accepts the environment that the file sets', () => {
    const { environment = {} } = services['purser']!;
    expect(loadConfig(environment).http.publicUrl).toBe('http://localhost:3000');
    expect(Object.keys(environment).filter((name) => !(name in variables))).toEqual([]);
  });

  it('Purser connects as a role that neither owns the database nor is a superuser', () => {
    const roleOf = (url: string | undefined): string => new URL(url ?? '').username;
    const { POSTGRES_USER: superuser = 'postgres' } = services['postgres']?.environment ?? {};
    expect(services['postgres']).toMatchObject({
      volumes: expect.arrayContaining([expect.stringContaining('make-database.sql')]) as unknown,
    });
    const { DATABASE_OWNER_URL: owner, ...others } = services['migrate']?.environment ?? {};
    expect([superuser, roleOf(owner), roleOf(others['DATABASE_URL'])]).toEqual(['postgres', 'purser_owner', 'purser']);
    expect(services['purser']?.environment).toEqual(others);
  });

  it('the sandbox accepts the environment that the file sets', () => {
    const { environment = {} } = services['sandbox']!;
    expect(readProcessSettings(environment)).toMatchObject({ port: 4010, host: '0.0.0.0' });
  });

  it('the containers run without privileges, and their ports are open only to this machine', () => {
    expect(services['purser']).toMatchObject({
      image: `purser:${version}`,
      build: { target: 'purser' },
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });
});

describe('deploy/systemd/purser.service', () => {
  const unit = readFileSync('deploy/systemd/purser.service', 'utf8');
  const lines = unit.split('\n');

  it('the unit runs the build output as an unprivileged user', () => {
    expect(lines).toEqual(expect.arrayContaining(['ExecStart=/usr/bin/node dist/main.js', 'User=purser']));
    expect(lines).toEqual(
      expect.arrayContaining(['CapabilityBoundingSet=', 'NoNewPrivileges=true', 'ProtectSystem=strict']),
    );
  });

  it('the unit sets the same environment as the image', () => {
    const [, environment] = /^Environment=(.+)$/m.exec(unit)!;
    expect(readFileSync('Dockerfile', 'utf8')).toContain(`\nENV ${environment}\n`);
  });

  it('the unit allows more time for a shutdown than Purser takes', () => {
    const [, limit = ''] = /^const SHUTDOWN_LIMIT_MS = ([\d_]+);$/m.exec(readFileSync('src/purser.ts', 'utf8'))!;
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit)!;
    expect(Number(seconds) * 1_000).toBeGreaterThan(Number(limit.replace('_', '')));
  });
});

describe('deploy/proxy', () => {
  it("nginx forwards live views and the client's address, and logs no webhook path", () => {
    const [server = '', webhooks = ''] = readFileSync('deploy/proxy/nginx.conf', 'utf8').split('location /webhooks/ {');
    for (const [header, value] of [
      ['Upgrade', '$http_upgrade'],
      ['Connection', '$purser_connection'],
      ['X-Forwarded-For', '$remote_addr'],
    ]) {
      expect(server).toContain(`\n  proxy_set_header ${header} ${value};\n`);
    }
    expect(webhooks).toContain('access_log off;');
    expect(webhooks).toContain('error_log /dev/null;');
    // A location that sets a header inherits no other headers.
    expect(webhooks).not.toContain('proxy_set_header');
  });

  it('Caddy logs no paths, and closes idle connections before Purser does', () => {
    const caddy = readFileSync('deploy/proxy/Caddyfile', 'utf8');
    expect(caddy).toContain('request>uri delete');
    const [, seconds] = /keepalive (\d+)s/.exec(caddy)!;
    // Purser's `keepAliveTimeout`.
    expect(Number(seconds)).toBeLessThan(5);
  });
});

describe('compose.ha.yaml', () => {
  const source = readFileSync('compose.ha.yaml', 'utf8');
  const settings = {
    ...SECRETS,
    REPLICATION_PASSWORD: 'c81e728d9d4c2f636f067f89cc14862c',
    PATRONI_PASSWORD: 'eccbc87e4b5ce2fe28308fd9f2a7baf3',
    NATS_PASSWORD: 'e4da3b7fbbce2345d7772b0674a318d5',
    PUBLIC_URL: 'https://pay.example.com',
    PROVIDER_BASE_URL: 'https://api.provider.example',
  };
  const { services } = parse(interpolate(source, settings), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
  };
  const replicas = Object.entries(services).filter(([name]) => name.startsWith('purser-'));
  /** Returns the files from `deploy/ha` that a service uses. */
  const filesOf = ({ command = [] }: Service): readonly string[] => command.slice(0, command.indexOf('--'));
  const around = Object.entries(services).filter(([name]) => !name.startsWith('purser-'));

  it('the file contains no secret, and nothing starts if a secret is missing', () => {
    for (const name of Object.keys(settings)) {
      const { [name as keyof typeof settings]: _, ...others } = settings;
      expect(() => interpolate(source, others)).toThrow(name);
    }
  });

  it('three replicas accept the environment that the file sets, and use synchronous replication', () => {
    expect(replicas).toHaveLength(3);
    for (const [, { environment = {} }] of replicas) {
      expect(loadConfig(environment).database).toMatchObject({ failover: 'synchronous', isPooled: true });
      expect(Object.keys(environment).filter((name) => !(name in variables))).toEqual([]);
    }
  });

  it('every service has a memory limit and a log limit', () => {
    expect(unbounded(services)).toEqual([]);
  });

  it('each replica keeps its journal and anchors in a separate volume', () => {
    expect(replicas.flatMap(([, service]) => keptBy(service).lost)).toEqual([]);
    const volumes = replicas.flatMap(([, service]) => service.volumes);
    expect(new Set(volumes).size).toBe(replicas.length);
  });

  it('npm run scale fills in exactly the placeholders of its files', () => {
    const files = around.flatMap(([, service]) => filesOf(service));
    expect(new Set(files)).toEqual(
      new Set(['etcd.yml', 'haproxy.cfg', 'nats.conf', 'patroni.yml', 'pgbouncer-users.txt', 'pgbouncer.ini']),
    );
    for (const [, service] of around) {
      const text = filesOf(service).map((file) => readFileSync(`deploy/ha/${file}`, 'utf8'));
      const wanted = text.join('').match(/\$\{\w+\}/g) ?? [];
      // Variables that psql reads from Patroni's environment.
      const read = filesOf(service).includes('patroni.yml')
        ? readFileSync('deploy/ha/make-database.sql', 'utf8').match(/(?<=\\getenv \w+ )\w+/g)
        : [];
      const names = new Set([...wanted.map((name) => name.slice(2, -1)), ...(read ?? [])]);
      expect(new Set(Object.keys(service.environment ?? {}))).toEqual(names);
    }
  });

  it('a commit needs more than one node', () => {
    const { bootstrap } = parse(readFileSync('deploy/ha/patroni.yml', 'utf8')) as { bootstrap: { dcs: object } };
    expect(bootstrap.dcs).toMatchObject({
      synchronous_mode: true,
      synchronous_mode_strict: true,
      maximum_lag_on_failover: 0,
    });
    expect(around.filter(([, service]) => filesOf(service).includes('patroni.yml'))).toHaveLength(3);
  });

  it('every route leads to an existing service', () => {
    const haproxy = services['haproxy']?.environment ?? {};
    const named = Object.entries(haproxy).filter(([name]) => /^(?:NODE|PURSER)_\d$/.test(name));
    expect(named).toHaveLength(6);
    expect(named.filter(([, service]) => !(service in services))).toEqual([]);
  });

  it('the containers run without privileges, and their ports are open only to this machine', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
    expect(readFileSync('deploy/ha/Dockerfile', 'utf8')).toMatch(/^USER postgres$/m);
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual([
      '127.0.0.1:3000:3000',
      ...['127.0.0.1:9464:9464', '127.0.0.1:9465:9464', '127.0.0.1:9466:9464'],
    ]);
    expect(replicas.map(([, { image }]) => image)).toEqual(replicas.map(() => `purser:${version}`));
  });
});

describe('deploy/ha/haproxy.cfg', () => {
  const [before = '', ...entrances] = readFileSync('deploy/ha/haproxy.cfg', 'utf8').split(/^listen /m);
  const numberOf = (section: string, setting: RegExp): number => Number(setting.exec(section)?.[1]);
  const connections = (section: string): number => numberOf(section, /^ +maxconn (\d+)$/m);

  it('the connection limits of all entrances add up to no more than the global limit', () => {
    expect(entrances.map((entrance) => entrance.split('\n')[0])).toEqual(['database', 'purser']);
    const shares = entrances.map(connections);
    expect(shares.every((share) => share > 0)).toBe(true);
    expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(connections(before));
  });

  it('a client that sends its headers slowly is disconnected', () => {
    const web = entrances.filter((entrance) => /^ +mode http$/m.test(entrance));
    expect(web).toHaveLength(1);
    for (const entrance of web) {
      const seconds = numberOf(entrance, /^ +timeout http-request (\d+)s$/m);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(30);
    }
  });
});

describe('Dockerfile', () => {
  it('the image builds and runs with the same Node LTS version', () => {
    const lines = readFileSync('Dockerfile', 'utf8').split('\n');
    const bases = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
    expect(bases.filter((base) => base.startsWith('node:'))).toEqual(['node:${NODE_VERSION}-trixie-slim']);
    // Node is copied from the build stage; no other image brings one.
    expect(lines).toContain('COPY --from=build /usr/local/bin/node /usr/local/bin/node');
    const version = lines.flatMap((line) => /^ARG NODE_VERSION=(\d+)\.\d+\.\d+$/.exec(line)?.[1] ?? []);
    expect(version).toEqual([SUPPORTED_NODE]);
  });

  it("the gate runs the tests on exactly the image's Node version, too", () => {
    const [, inImage] = /^ARG NODE_VERSION=(.+)$/m.exec(readFileSync('Dockerfile', 'utf8'))!;
    const { optionalDependencies } = JSON.parse(readFileSync('dev/node-24/package.json', 'utf8')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>;
    };
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([inImage]));
  });

  it("the image runs no package's install script", () => {
    const installs = readFileSync('Dockerfile', 'utf8').match(/\bnpm (?:ci|i|install|add|rebuild|exec)\b[^&|;\n]*/g);
    expect(installs).toEqual(['npm ci --ignore-scripts']);
  });

  it('the revision is a build argument of the image and of both compose files', () => {
    const lines = readFileSync('Dockerfile', 'utf8').split('\n');
    const build = lines.findIndex((line) => line.startsWith('RUN npm run build'));
    // After the installation, so that another revision does not repeat it.
    const install = lines.findIndex((line) => line.startsWith('RUN npm ci'));
    expect(lines.slice(install, build)).toContain('ARG PURSER_REVISION');
    const labelled = lines.findIndex((line) => line.includes('org.opencontainers.image.revision=$PURSER_REVISION'));
    expect(lines[labelled - 1]).toBe('ARG PURSER_REVISION');
    expect(readFileSync('esbuild.config.mjs', 'utf8')).toContain('process.env.PURSER_REVISION');
    for (const file of ['compose.yaml', 'compose.ha.yaml']) {
      expect(readFileSync(file, 'utf8')).toContain('PURSER_REVISION: ${PURSER_REVISION:-}');
    }
  });

  it('the base image has no shell, and the build output starts as an unprivileged user', () => {
    const plan = readDockerfile('.');
    expect(plan.base).toMatch(/^gcr\.io\/distroless\/.*:nonroot$/);
    expect(plan.entryPoint).toEqual(['node', 'dist/main.js']);
    expect(plan.copies.map(({ to }) => to)).toContain('/purser/dist/main.js');
  });

  it('the image has the same memory limit as the bench', () => {
    expect(readDockerfile('.').environment).toMatchObject(IMAGE_ENVIRONMENT);
  });

  it('the image loads the bundle once at its final path and as its user, so Node keeps the compiled code', () => {
    const lines = readFileSync('Dockerfile', 'utf8').split('\n');
    const places = lines.flatMap((line) => /^WORKDIR (\S+)$/.exec(line)?.[1] ?? []);
    expect(new Set(places)).toEqual(new Set(['/purser']));
    const loads = lines.findIndex((line) => line.startsWith('RUN NODE_COMPILE_CACHE=dist/compiled node'));
    // The user `nonroot` in distroless images.
    expect(lines[loads - 1]).toBe('USER 65532');
    expect(readDockerfile('.').copies.map(({ to }) => to)).toContain('/purser/dist/compiled');
  });

  it('the image contains every command of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const commands = Object.values(scripts).flatMap((script) => /^node (dist\/commands\/\S+)$/.exec(script)?.[1] ?? []);
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.map((command) => dirname(command))).toEqual(commands.map(() => 'dist/commands'));
    expect(readDockerfile('.').copies.map(({ to }) => to)).toContain('/purser/dist/commands');
  });
});

describe('Helm chart', () => {
  const read = (file: string): unknown => parse(readFileSync(`deploy/helm/${file}`, 'utf8'));
  const values = read('values.yaml') as { settings: Record<string, string> };

  it("the chart has Purser's version", () => {
    expect(read('Chart.yaml')).toMatchObject({ version, appVersion: version });
  });

  it("Purser accepts the chart's settings together with the secrets that it names", () => {
    const named: readonly string[] =
      readFileSync('deploy/helm/values.yaml', 'utf8').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
    const secrets = Object.entries(SECRETS).filter(([name]) => named.includes(name));
    const environment = { ...values.settings, ...Object.fromEntries(secrets), DATABASE_URL: DATABASE };
    expect(loadConfig(environment).http.publicUrl).toBe(values.settings['PUBLIC_URL']);
    expect(named.filter((name) => !(name in variables))).toEqual([]);
  });

  const templates = readFileSync('deploy/helm/templates/_helpers.tpl', 'utf8');
  const set = [...templates.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name]) => name!);

  it('the chart sets only variables that Purser knows', () => {
    expect(set).toContain('DATABASE_URL');
    expect(set.filter((name) => !(name in variables))).toEqual([]);
  });

  it('the settings accept every variable except secrets, fixed variables and files of secrets', () => {
    // PORT is fixed, because the chart's probes use it.
    const free = (Object.keys(variables) as (keyof typeof variables)[]).filter(
      (name) => name !== 'PORT' && !set.includes(name),
    );
    const lines = free.map((name) => `        "${name}${isSecret(name) ? '_FILE' : ''}": { "type": "string" }`);
    const file = 'deploy/helm/values.schema.json';
    const listed = /(?<="settings": \{[^}]*"properties": \{\n)[\s\S]*?(?=\n\s*\},\n\s*"patternProperties")/;
    expectCommitted(file, committed(file).replace(listed, lines.join(',\n')));

    const { properties } = read('values.schema.json') as {
      properties: { settings: { properties: object; patternProperties: object; additionalProperties: unknown } };
    };
    const { settings } = properties;
    expect(Object.keys(settings.properties)).toHaveLength(free.length);
    expect(settings.additionalProperties).toBe(false);
    const [pattern = ''] = Object.keys(settings.patternProperties);
    // Variables of Node and the C library, which Purser itself does not read.
    for (const name of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'TZ']) expect(name).toMatch(new RegExp(pattern));
    expect(Object.keys(variables).filter((name) => new RegExp(pattern).test(name))).toEqual([]);
  });

  it('the schema covers every value', () => {
    const { properties } = JSON.parse(readFileSync('deploy/helm/values.schema.json', 'utf8')) as { properties: object };
    expect(Object.keys(values).filter((name) => !(name in properties))).toEqual([]);
  });
});
