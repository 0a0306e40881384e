import { openBrowser, type TestBrowser } from './browser.js';
import { DashboardVisits } from './dashboard-visits.js';
import { type Desk, openDesk } from './desk.js';

/**
 * A desk and a browser for all tests of a suite, and the visits of one test. Available from the suite's first hook on.
 */
export interface DashboardStage {
  desk: Desk;
  chromium: TestBrowser;
  visits: DashboardVisits;
}

/** Opens a desk and a browser for the calling suite. Fails a test if its pages logged complaints. */
export function dashboardStage(settings: Readonly<Record<string, string>> = {}): DashboardStage {
  const stage = {} as DashboardStage;
  beforeAll(async () => {
    [stage.desk, stage.chromium] = await Promise.all([openDesk(settings), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await stage.chromium.close();
    await stage.desk.close();
  });
  beforeEach(() => {
    stage.visits = new DashboardVisits(stage.chromium, stage.desk.purser.url);
  });
  afterEach(() => stage.visits.end());
  return stage;
}
