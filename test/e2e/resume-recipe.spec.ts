import { findFreePort } from '../../dev/processes/local.port.js';
import { expectExactly, makePayouts, readLiveCursor } from '../support/live-payouts.js';
import { LiveProgram } from '../support/live-program.js';
import { OPERATOR_API_KEY, startPurser, type TestPurser } from '../support/purser.js';
import { TestSandbox } from '../support/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('the recipe for live views in docs/calling.md', () => {
  let database: TestDatabase;
  let sandbox: TestSandbox;
  let purser: TestPurser;
  let port: number;

  const start = (): Promise<TestPurser> =>
    startPurser({ DATABASE_URL: database.url, PROVIDER_BASE_URL: sandbox.url, PORT: String(port) });

  beforeAll(async () => {
    database = await createTestDatabase();
    sandbox = await TestSandbox.start();
    port = await findFreePort();
    purser = await start();
  });

  afterAll(async () => {
    await purser.close();
    await sandbox.close();
    await database.drop();
  });

  it('misses nothing and repeats nothing when Purser restarts twice', async () => {
    const after = await readLiveCursor(purser.api);
    const program = new LiveProgram('graphql-ws', { url: purser.url, apiKey: OPERATOR_API_KEY, after });
    const cursors: string[] = [];
    for (let restart = 0; restart < 2; restart += 1) {
      cursors.push(...(await makePayouts(purser.api, 5)));
      await purser.close();
      purser = await start();
      // Before the program is back.
      cursors.push(...(await makePayouts(purser.api, 5)));
    }
    await expectExactly(program, cursors);
    program.stop();
  });
});
