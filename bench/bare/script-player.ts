import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v7 } from 'uuid';
import { decode } from '../recording/recorded-request.js';
import type { RequestScript, ScriptedStatement } from '../recording/request-script.js';
import type { FreshValue, JsonSource, Source } from '../recording/source-finder.js';
import type { CommitAnnouncer } from './commit-announcer.js';
import type { ProviderClient } from './provider-client.js';
import type { SharedBudget } from './shared-budget.js';

type Row = Readonly<Record<string, unknown>>;

const BEGIN = /^(START TRANSACTION|BEGIN)/;
const COMMIT = /^COMMIT/;

// Values longer than this are ciphertexts. They must have the right length, but only their beginning must be random.
const RANDOM_BYTES = 32;

/** Runs the statements and calls of a script, with fresh values. */
export class ScriptPlayer {
  constructor(
    private readonly pool: pg.Pool,
    private readonly provider: ProviderClient,
    private readonly budget: SharedBudget,
    private readonly announcer: CommitAnnouncer,
  ) {}

  /** @returns the provider's answer; null if the script makes no call */
  async play(script: RequestScript, body: Buffer): Promise<unknown> {
    const scene = new Scene(body);
    const open = new Map<number, pg.PoolClient>();
    try {
      for (const step of script.steps) {
        if (step.kind === 'call') {
          scene.answer = await this.provider.call(step, scene.resolve(step.body) as string);
          scene.rows.push(undefined);
          continue;
        }
        scene.rows.push(await this.run(step, scene, open));
        if (script.announces && COMMIT.test(step.text)) this.announcer.announce();
      }
    } finally {
      // Connections are open here only after a failure. Closing one rolls back its transaction.
      for (const client of open.values()) client.release(true);
    }
    return scene.answer;
  }

  private async run(step: ScriptedStatement, scene: Scene, open: Map<number, pg.PoolClient>): Promise<Row | undefined> {
    const values = step.values.map((source) => scene.resolve(source));
    const { connection, text, name } = step;
    const statement = { text, values, ...(name !== null && { name }) };
    if (BEGIN.test(text)) open.set(connection, await this.pool.connect());
    const client = open.get(connection);
    if (!client && this.budget.isShared(text)) {
      await this.budget.run(statement);
      return undefined;
    }
    const { rows } = await (client ?? this.pool).query<Row>(statement);
    if (COMMIT.test(text)) {
      open.delete(connection);
      client?.release();
    }
    return rows[0];
  }
}

/** The values of one run of a script. */
class Scene {
  answer: unknown = null;
  readonly rows: (Row | undefined)[] = [];
  readonly #fresh: unknown[] = [];
  readonly #input: unknown;

  constructor(private readonly body: Buffer) {
    this.#input = body.length === 0 ? null : JSON.parse(body.toString());
  }

  resolve(source: Source): unknown {
    switch (source.from) {
      case 'constant':
        return decode(source.value);
      case 'input':
        return read(this.#input, source.path);
      case 'body-hash':
        return createHash('sha256').update(this.body).digest();
      case 'answer':
        return read(this.answer, source.path);
      case 'row':
        return this.rows[source.step]?.[source.column];
      case 'fresh':
        return (this.#fresh[source.index] ??= makeFresh(source.value));
      case 'list':
        return source.items.map((item) => this.resolve(item));
      case 'text':
        return source.parts.map((part) => String(this.resolve(part))).join('');
      case 'json':
        return JSON.stringify(this.resolveJson(source.value));
    }
  }

  private resolveJson(source: JsonSource): unknown {
    if ('leaf' in source) return this.resolve(source.leaf);
    if ('list' in source) return source.list.map((item) => this.resolveJson(item));
    return Object.fromEntries(source.fields.map(([key, part]) => [key, this.resolveJson(part)]));
  }
}

function makeFresh(value: FreshValue): unknown {
  switch (value.make) {
    case 'uuid':
      return value.version === '7' ? v7() : randomUUID();
    case 'now':
      return new Date();
    case 'text':
      return randomBytes(value.length).toString('base64url').slice(0, value.length);
    case 'bytes':
      return Buffer.concat([randomBytes(Math.min(value.length, RANDOM_BYTES))], value.length);
  }
}

function read(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | null)?.[key], object);
}
