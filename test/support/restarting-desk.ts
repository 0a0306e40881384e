import { findFreePort } from '../../dev/processes/local.port.js';
import { startPurser, type TestPurser } from './purser.js';
import { TestSandbox } from './sandbox.js';
import { createTestDatabase } from './test-database.js';

/** A Purser that can restart at the same address, with the same database and provider. */
export interface RestartingDesk {
  purser: TestPurser;
  readonly port: number;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openRestartingDesk(): Promise<RestartingDesk> {
  const database = await createTestDatabase();
  const sandbox = await TestSandbox.start();
  const port = await findFreePort();
  const start = (): Promise<TestPurser> =>
    startPurser({ DATABASE_URL: database.url, PROVIDER_BASE_URL: sandbox.url, PORT: String(port) });
  const desk: RestartingDesk = {
    purser: await start(),
    port,
    restart: async () => {
      await desk.purser.close();
      desk.purser = await start();
    },
    close: async () => {
      await desk.purser.close();
      await sandbox.close();
      await database.drop();
    },
  };
  return desk;
}
