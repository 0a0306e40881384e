import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../build/dev/processes/local.port.js';

// Those of docs/operations/installing.md, given by the pooler: specs go past it and are not bound by them.
const TIME_OUTS =
  'SET statement_timeout = 5000; SET lock_timeout = 2000; SET idle_in_transaction_session_timeout = 10000';
const TRY_EVERY_MS = 50;

/**
 * Starts PgBouncer of this machine in transaction mode, before all databases of a server.
 *
 * @returns its port, and how to stop it
 */
export async function startPgBouncer(databaseUrl, directory) {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const ownPort = await findFreePort();
  await writeFile(join(directory, 'pgbouncer-users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    join(directory, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port} connect_query='${TIME_OUTS}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = trust
auth_file = ${join(directory, 'pgbouncer-users.txt')}
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 20
server_idle_timeout = 5
`,
  );
  // It does not run as root.
  const user = process.getuid() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn('pgbouncer', ['--quiet', ...user, join(directory, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Packages put it where only root looks.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const failed = new Promise((_, reject) => {
    child.once('error', ({ code, message }) => {
      const isAbsent = code === 'ENOENT';
      reject(new Error(isAbsent ? 'PgBouncer is not installed here: apt-get install pgbouncer' : message));
    });
    child.once('exit', (code) => {
      reject(new Error(`PgBouncer ended with code ${code}`));
    });
  });
  await Promise.race([accepts(ownPort), failed]);
  failed.catch(() => undefined);
  return {
    port: ownPort,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function accepts(port) {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(TRY_EVERY_MS);
  }
}
