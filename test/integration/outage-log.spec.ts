import { DatabaseProxy } from '../support/database-proxy.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

// Long enough for ticks of one second to fail ten times.
const OUTAGE_MS = 12_000;

/** Returns the event and the logger of a line. */
function whatItTells(line: string): string {
  return `${/"event":"(\w+)"/.exec(line)?.[1] ?? line} ${/"([\w.]+)"\]$/.exec(line)?.[1] ?? ''}`;
}

describe('the log of a database outage', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let desk: Desk;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await DatabaseProxy.start(database.url);
    desk = await openDesk({ DATABASE_URL: proxy.url });
  });

  afterAll(async () => {
    proxy.heal();
    await desk.close();
    await proxy.close();
    await database.drop();
  });

  it('the log of a database outage has the start, end and length of the outage once, and one line per failing tick', async () => {
    const { logLines } = desk.purser;
    const before = logLines.length;
    const startedAt = performance.now();
    proxy.cut();
    await eventually('it lasts', () => Promise.resolve(performance.now() - startedAt > OUTAGE_MS ? true : null));
    proxy.heal();
    const back = await eventually('it is back', () =>
      Promise.resolve(logLines.map((line) => /"event":"database_back","afterMs":(\d+)/.exec(line)).find(Boolean)),
    );
    expect(Number(back[1])).toBeGreaterThan(OUTAGE_MS - 3_000);
    const lines = logLines.slice(before);
    // Alarms are left out: a tick that has failed ten times logs one of its own.
    const told = lines.filter((line) => !line.includes('"event":"alarm"')).map(whatItTells);
    expect(told).toContain('tick_failed h2h.poll');
    expect(told.filter((what, index) => told.indexOf(what) !== index)).toEqual([]);
    expect(lines.filter((line) => line.includes('"event":"database_away"'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('"event":"database_back"'))).toHaveLength(1);
  });
});
