import type { SealedColumn } from '../../platform/database/encryption/field-cipher.js';

/** Where the body of an event is sealed for. */
export function bodyColumn(rowId: string): SealedColumn {
  return { table: 'webhook_events', column: 'sealed_body', rowId };
}

/**
 * A repeated delivery brings its own signature to a row whose id it does not know; the body's hash stands for the row.
 */
export function signatureColumn(bodySha256: Buffer): SealedColumn {
  return { table: 'webhook_events', column: 'sealed_signature', rowId: bodySha256.toString('hex') };
}
