import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import type { RequestScript } from '../recording/request-script.js';
import { readBareSettings } from './bare-settings.js';
import { CommitAnnouncer } from './commit-announcer.js';
import { OrdersList } from './orders-list.js';
import { ProviderClient } from './provider-client.js';
import { ScriptPlayer } from './script-player.js';
import { SharedBudget } from './shared-budget.js';

/**
 * The smallest server that does Purser's database work: no framework, no GraphQL, no mapping of rows to objects, no
 * checks. It exists only for comparison. Do not run it for anything else.
 */
const settings = readBareSettings();
const scripts = JSON.parse(readFileSync(settings.BENCH_SCRIPTS_FILE, 'utf8')) as Readonly<
  Record<string, RequestScript>
>;
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: settings.DATABASE_POOL_SIZE });
const provider = new ProviderClient(settings);
const player = new ScriptPlayer(pool, provider, new SharedBudget(pool), new CommitAnnouncer(pool));
const list = new OrdersList(pool);

async function answer(request: IncomingMessage): Promise<string> {
  const kind = (request.url ?? '').slice(1);
  if (kind === 'list') return list.read();
  const script = scripts[kind];
  return script ? JSON.stringify(await player.play(script, await buffer(request))) : 'ready';
}

createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(settings.PORT, '127.0.0.1');
