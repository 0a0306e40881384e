/**
 * SQL condition for a request that has expired, or whose proposer lost their rights: their key was revoked or replaced
 * in the configuration, or they were blocked.
 */
export const HAS_LAPSED = `(request.expires_at <= now() OR EXISTS (SELECT FROM api_keys WHERE api_keys.id = request.proposed_by
  AND (revoked_at IS NOT NULL OR replaced_at IS NOT NULL))
  OR EXISTS (SELECT FROM people WHERE people.id = request.proposed_by AND blocked_at IS NOT NULL))`;

export const HAS_NOT_LAPSED = `NOT ${HAS_LAPSED}`;
