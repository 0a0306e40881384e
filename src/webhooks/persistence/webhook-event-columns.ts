import type { SealedColumn } from '../../platform/database/encryption/field-cipher.js';

export function bodyColumn(rowId: string): SealedColumn {
  return { table: 'webhook_events', column: 'sealed_body', rowId };
}

/** The encryption is tied to the body's hash, because a repeated delivery updates a row without knowing its id. */
export function signatureColumn(bodySha256: Buffer): SealedColumn {
  return { table: 'webhook_events', column: 'sealed_signature', rowId: bodySha256.toString('hex') };
}
