import { expectExactly, makePayouts, readLiveCursor } from '../support/live-payouts.js';
import { LiveProgram } from '../support/live-program.js';
import { OPERATOR_API_KEY } from '../support/purser.js';
import { openRestartingDesk, type RestartingDesk } from '../support/restarting-desk.js';

describe('the recipe for live views in docs/calling.md', () => {
  let desk: RestartingDesk;

  beforeAll(async () => {
    desk = await openRestartingDesk();
  });

  afterAll(() => desk.close());

  // This test uses graphql-ws. The other clients are in test/campaigns/stock-clients.spec.ts.
  it('a client that follows the recipe misses and repeats nothing when Purser restarts twice', async () => {
    const after = await readLiveCursor(desk.purser.api);
    const program = new LiveProgram('graphql-ws', { url: desk.purser.url, apiKey: OPERATOR_API_KEY, after });
    const cursors: string[] = [];
    for (let restart = 0; restart < 2; restart += 1) {
      cursors.push(...(await makePayouts(desk.purser.api, 5)));
      await desk.restart();
      // These changes happen before the client has reconnected.
      cursors.push(...(await makePayouts(desk.purser.api, 5)));
    }
    await expectExactly(program, cursors);
    program.stop();
  });
});
