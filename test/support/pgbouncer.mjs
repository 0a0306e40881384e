import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startListening } from '../../build/dev/processes/listening-program.js';
import { findFreePort } from '../../build/dev/processes/local.port.js';
import { findProgram } from '../../build/dev/processes/machine-program.js';

// The timeouts from docs/operations/installing.md, which the pooler sets. Specs bypass the pooler, so they are not
// affected.
const TIME_OUTS =
  'SET statement_timeout = 5000; SET lock_timeout = 2000; SET idle_in_transaction_session_timeout = 10000';

/**
 * Starts this machine's PgBouncer in transaction mode, in front of all databases of a server.
 * @returns its port, and a function that stops it
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
  const program = await findProgram('pgbouncer');
  if (program === null) throw new Error('PgBouncer is not installed here: apt-get install pgbouncer');
  // PgBouncer does not run as root.
  const user = process.getuid() === 0 ? ['--user', 'nobody'] : [];
  const started = await startListening({
    name: 'pgbouncer',
    program,
    arguments: ['--quiet', ...user, join(directory, 'pgbouncer.ini')],
    workingDirectory: directory,
    environment: process.env,
    port: ownPort,
    onLine: ({ text }) => process.stderr.write(`${text}\n`),
  });
  return { port: ownPort, stop: () => started.stop() };
}
