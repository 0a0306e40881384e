/**
 * The release that the next one replaces: what runs on the database while the next one migrates it, and what an operator
 * goes back to. A release moves this on.
 */
export const RELEASE_BEFORE = {
  version: '0.1.0',
  commit: '9b11f7326f3b1741d3d0f79cc9ca638e05801d7d',
  /** The newest migration that it has. Those after it must let it work. */
  lastMigration: 'CreateDeskChanges1795219224000',
} as const;
