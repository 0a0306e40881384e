/**
 * The release that the next one replaces: it runs on the database while the next one migrates, and operators roll back
 * to it. Each release updates this.
 */
export const RELEASE_BEFORE = {
  version: '0.1.0',
  commit: '9b11f7326f3b1741d3d0f79cc9ca638e05801d7d',
  /** Its newest migration. Later ones must let it work. */
  lastMigration: 'CreateDeskChanges1795219224000',
} as const;
