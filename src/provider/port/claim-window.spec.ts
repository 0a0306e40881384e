import { ClaimWindow } from './claim-window.js';

/** Advances the clocks by the given milliseconds. */
function clocks({ monotonic, wall }: { monotonic: number; wall: number }): void {
  const [began, beganByWall] = [performance.now(), Date.now()];
  jest.spyOn(performance, 'now').mockReturnValue(began + monotonic);
  jest.spyOn(Date, 'now').mockReturnValue(beganByWall + wall);
}

describe('the window of a claim', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['is open after a second', { monotonic: 1_000, wall: 1_000 }, true],
    ['is over after two seconds', { monotonic: 2_001, wall: 2_001 }, false],
    ['is over though the wall clock was set back', { monotonic: 2_001, wall: -3_600_000 }, false],
    ['is over after a suspension, which the monotonic clock does not count', { monotonic: 5, wall: 3_600_000 }, false],
  ])('%s', (_, later, isOpen) => {
    const window = new ClaimWindow();
    clocks(later);
    expect(window.isOpen()).toBe(isOpen);
    expect(Math.abs(window.ageMs - Math.max(later.monotonic, later.wall))).toBeLessThan(100);
  });
});
