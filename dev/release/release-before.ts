/**
 * The release that the next one replaces. It runs on the database while the next one migrates, and operators roll back
 * to it. Update it with each release.
 */
export const RELEASE_BEFORE = {
  version: '0.1.0',
  commit: '9b11f7326f3b1741d3d0f79cc9ca638e05801d7d',
  /** Newest migration of that release, which must keep working after later ones. */
  lastMigration: 'CreateDeskChanges1795219224000',
} as const;
