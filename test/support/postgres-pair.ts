import { PostgresPair, type Replication } from '../rig/stage/postgres/postgres-pair.js';
import { temporaryDirectory } from './temporary-directory.js';

export interface TestPair {
  readonly pair: PostgresPair;
  /** Stops both servers and removes their data. */
  close(): Promise<void>;
}

/**
 * Starts a separate PostgreSQL for a spec with an empty database, and a standby that follows it. It takes about three
 * seconds, so other specs should use `createTestDatabase`.
 */
export async function openPostgresPair(replication: Replication | 'none'): Promise<TestPair> {
  const directory = temporaryDirectory();
  try {
    const pair = await PostgresPair.start(directory.path);
    const close = async (): Promise<void> => {
      await pair.close();
      directory.remove();
    };
    if (replication !== 'none') {
      await pair.addStandby(replication).catch(async (error: unknown) => {
        await close();
        throw error;
      });
    }
    return { pair, close };
  } catch (error) {
    directory.remove();
    throw error;
  }
}
