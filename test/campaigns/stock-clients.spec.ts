import { TcpProxy } from '../rig/stage/network/tcp-proxy.js';
import { expectExactly, makePayouts, readLiveCursor } from '../support/live-payouts.js';
import { LiveProgram } from '../support/live-program.js';
import { OPERATOR_API_KEY } from '../support/purser.js';
import { openRestartingDesk, type RestartingDesk } from '../support/restarting-desk.js';

const CLIENTS = ['graphql-ws', 'urql', 'apollo'] as const;

describe.each(CLIENTS)('recipe for live views with %s', (client) => {
  let desk: RestartingDesk;
  let proxy: TcpProxy;
  let program: LiveProgram;
  let cursors: string[];

  beforeAll(async () => {
    desk = await openRestartingDesk();
    proxy = await TcpProxy.listen(desk.port);
  });

  beforeEach(async () => {
    const after = await readLiveCursor(desk.purser.api);
    const url = `http://127.0.0.1:${proxy.port}`;
    program = new LiveProgram(client, { url, apiKey: OPERATOR_API_KEY, after });
    cursors = await makePayouts(desk.purser.api, 5);
  });

  afterEach(() => {
    program.stop();
  });

  afterAll(async () => {
    await proxy.close();
    await desk.close();
  });

  const more = async (count: number): Promise<void> => {
    cursors.push(...(await makePayouts(desk.purser.api, count)));
  };

  it('the client misses and repeats nothing when its socket is cut', async () => {
    for (let cut = 0; cut < 5; cut += 1) {
      proxy.cut();
      await more(4);
    }
    await expectExactly(program, cursors);
  });

  it('the client misses and repeats nothing when Purser is unreachable for a while', async () => {
    proxy.aim(null);
    proxy.cut();
    await more(10);
    proxy.aim(desk.port);
    await more(5);
    await expectExactly(program, cursors);
  });

  it('the client misses and repeats nothing when Purser restarts twice', async () => {
    for (let restart = 0; restart < 2; restart += 1) {
      await desk.restart();
      await more(5);
    }
    await expectExactly(program, cursors);
  });

  it('the client misses and repeats nothing when Purser restarts while it sleeps', async () => {
    program.sleep();
    await more(5);
    await desk.restart();
    await more(5);
    program.wake();
    await more(5);
    await expectExactly(program, cursors);
  });

  it('the client misses and repeats nothing when it sleeps and its socket ends meanwhile', async () => {
    program.sleep();
    await more(5);
    proxy.cut();
    await more(5);
    program.wake();
    await more(5);
    await expectExactly(program, cursors);
  });
});
