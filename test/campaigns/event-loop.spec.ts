import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes, randomUUID } from 'node:crypto';
import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { findFreePort } from '../../dev/processes/local.port.js';
import { SCOPES, type Scope } from '../../src/access/scopes/scopes.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { FieldCipher } from '../../src/platform/database/encryption/field-cipher.js';
import { eventually } from '../support/eventually.js';
import { GraphqlClient } from '../support/graphql-client.js';
import { TEST_SETTINGS } from '../support/settings.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { ProtocolSocket } from '../support/protocol-socket.js';
import { type HeldSocket, socketsOf, strangersSockets } from './event-loop-frames.js';
import { type HeldRequest, requestsAround, requestsOf, webhooks } from './event-loop-requests.js';

// The same event loop answers socket pings, renews leases and answers probes.
const LIMIT_MS = 50;

// RFC 6455: message too big. The message was then not processed.
const TOO_LARGE = 1009;

const BATCH = 20;

// No key may hold these three scopes together, so each is tried with its own key.
const KEYS: readonly (readonly Scope[])[] = ['payouts:create', 'payouts:approve', 'keys:manage'].map((own) =>
  SCOPES.filter((scope) => scope === own || !['payouts:create', 'payouts:approve', 'keys:manage'].includes(scope)),
);

describe('request of 128 KiB', () => {
  let database: TestDatabase;
  let purser: ChildProcess;
  let url: string;
  let probeUrl: string;
  let schema: GraphQLSchema;
  let keys: readonly string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const [port, probePort] = [await findFreePort(), await findFreePort()];
    url = `http://127.0.0.1:${port}`;
    probeUrl = `http://127.0.0.1:${probePort}`;
    const root = new URL('../../', `file://${__filename}`);
    purser = spawn(process.execPath, ['--import', new URL('test/support/loop-probe.mjs', root).href, 'dist/main.js'], {
      cwd: root,
      env: {
        ...TEST_SETTINGS,
        DATABASE_URL: database.url,
        PORT: String(port),
        PURSER_ROLES: 'api,worker',
        LOG_LEVEL: 'silent',
        LOOP_PROBE_PORT: String(probePort),
      },
      stdio: 'ignore',
    });
    await eventually('it is ready', async () => {
      const ready = await fetch(`${url}/readyz`).catch(() => null);
      return ready?.status === 200 ? true : null;
    });
    const cipher = new FieldCipher(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: database.url }));
    keys = await Promise.all(
      KEYS.map(async (scopes) => {
        const key = `pk_test_${randomBytes(24).toString('hex')}`;
        await database.query(
          `INSERT INTO api_keys (id, name, key_hash, scopes, confirmed_at) VALUES ($1, 'test', $2, $3, now())`,
          [randomUUID(), cipher.keyedHash('api-key', key), scopes],
        );
        return key;
      }),
    );
    const api = new GraphqlClient({ url, apiKey: keys[0]! });
    schema = buildClientSchema(await api.request<IntrospectionQuery>(getIntrospectionQuery()));
  });

  afterAll(async () => {
    const ended = once(purser, 'exit');
    purser.kill();
    await ended;
    await database.drop();
  });

  async function send(request: HeldRequest): Promise<void> {
    for (const key of keys) {
      const response = await fetch(`${url}${request.path}`, {
        method: request.method,
        body: request.body,
        headers: { authorization: `Bearer ${key}`, connection: 'close', ...request.headers },
      });
      expect([request.name, request.isLookedAt(response.status)]).toEqual([request.name, true]);
      if (!(await response.text()).includes('FORBIDDEN')) return;
    }
  }

  async function letIn({ write }: HeldSocket): Promise<void> {
    const socket = await ProtocolSocket.open(url, keys[0]!);
    await socket.send(write);
    socket.close();
    expect((await socket.closed).code).not.toBe(TOO_LARGE);
  }

  async function strange({ write }: HeldSocket): Promise<void> {
    const socket = await ProtocolSocket.begin(url, write);
    socket.close();
    expect((await socket.closed).code).not.toBe(TOO_LARGE);
  }

  async function longestHold(): Promise<number> {
    return ((await (await fetch(probeUrl)).json()) as { longestMs: number }).longestMs;
  }

  /** Returns the shortest of several tries, so that garbage collection or compilation does not count. */
  async function holdOf(act: () => Promise<void>): Promise<number> {
    const holds: number[] = [];
    for (let tries = 0; tries < 10; tries += 1) {
      await longestHold();
      await act();
      holds.push(await longestHold());
      if (holds.at(-1)! <= LIMIT_MS) break;
    }
    return Math.min(...holds);
  }

  async function tooLong<Held extends { readonly name: string }>(
    all: readonly Held[],
    act: (held: Held) => Promise<void>,
  ): Promise<string[]> {
    const found: string[] = [];
    for (let from = 0; from < all.length; from += BATCH) {
      const batch = all.slice(from, from + BATCH);
      await longestHold();
      for (const held of batch) await act(held);
      if ((await longestHold()) <= LIMIT_MS) continue;
      for (const held of batch) {
        const hold = await holdOf(() => act(held));
        if (hold > LIMIT_MS) found.push(`${held.name}: ${hold.toFixed(0)} ms`);
      }
    }
    return found;
  }

  it('no repeated text in any place of an operation blocks the event loop for 50 ms', async () => {
    const requests = requestsOf(schema);
    expect(requests.length).toBeGreaterThan(300);
    expect(await tooLong(requests, send)).toEqual([]);
  }, 900_000);

  it('no repeated text in the document, path or headers blocks the event loop', async () => {
    expect(await tooLong(requestsAround(), send)).toEqual([]);
  }, 900_000);

  it('no webhook blocks the event loop, nor do twenty that are processed together', async () => {
    expect(await tooLong(webhooks(), send)).toEqual([]);
    const hold = await holdOf(async () => {
      await database.query(
        `UPDATE webhook_events SET state = 'RECEIVED', note = NULL, next_try_at = now() WHERE standing = 'VERIFIED'`,
      );
      await eventually('all are dealt with', async () => {
        const left = await database.query(
          `SELECT FROM webhook_events WHERE state = 'RECEIVED' AND note IS NULL AND standing = 'VERIFIED' LIMIT 1`,
        );
        return left.length === 0 ? true : null;
      });
    });
    expect(hold).toBeLessThanOrEqual(LIMIT_MS);
  }, 900_000);

  it('no socket frames block the event loop, whatever place in a message is filled', async () => {
    const sockets = socketsOf(schema);
    expect(sockets.length).toBeGreaterThan(50);
    expect(await tooLong(sockets, letIn)).toEqual([]);
    expect(await tooLong(strangersSockets(), strange)).toEqual([]);
  }, 900_000);
});
