/**
 * SQL condition for an approval that no longer counts: it expired, its key was revoked or replaced in the
 * configuration, or its person was blocked.
 */
export const HAS_LAPSED = `(expires_at <= clock_timestamp() OR EXISTS (SELECT 1 FROM api_keys WHERE api_keys.id = approver_id
  AND (revoked_at IS NOT NULL OR replaced_at IS NOT NULL))
  OR EXISTS (SELECT 1 FROM people WHERE people.id = approver_id AND blocked_at IS NOT NULL))`;
