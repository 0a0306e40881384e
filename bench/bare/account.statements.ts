const COLUMNS = 'id, name, sealed_api_token, terminal_profile, created_at, updated_at';

/** The account that Purser makes at its first start. */
export const FIND_FIRST_ACCOUNT = `SELECT ${COLUMNS} FROM accounts WHERE name = 'default' LIMIT 1`;

export const FIND_ACCOUNT = `SELECT ${COLUMNS} FROM accounts WHERE id = $1 LIMIT 1`;
