import { randomUUID } from 'node:crypto';

export interface NamedObject {
  /** The object's id at the provider. */
  readonly id: string;
  /** The object's `externalId` at the provider: the merchant's for an order, and Purser's for a payout. */
  readonly externalId: string;
}

export interface WebhookForm {
  readonly form: string;
  readonly body: (object: NamedObject) => string | Buffer;
  /** Which id of the object the body contains. */
  readonly names: 'id' | 'externalId' | 'nothing';
}

const other = (): string => randomUUID();

const others = (count: number): readonly string[] => Array.from({ length: count }, other);

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

// Makes bodies differ, because a repeated body counts as the same webhook.
const unique = (): string => `n${randomUUID().slice(0, 4)}`;

const byId: Readonly<Record<string, (id: string) => string | Buffer>> = {
  'the id and a status': (id) => JSON.stringify({ id, status: 'COMPLETED' }),
  'the id in capitals': (id) => JSON.stringify({ id: id.toUpperCase() }),
  'the id without hyphens': (id) => JSON.stringify({ id: id.replaceAll('-', '') }),
  'the id with a prefix': (id) => JSON.stringify({ id: `po_${id}` }),
  'the id in braces': (id) => JSON.stringify({ id: `{${id}}` }),
  'the id as a URN': (id) => JSON.stringify({ id: `urn:uuid:${id}` }),
  'the id with a line break behind it': (id) => JSON.stringify({ id: `${id}\n` }),
  'the id with escaped hyphens': (id) => `{"id":"${id.replaceAll('-', '\\u002d')}"}`,
  'the id under another name': (id) => JSON.stringify({ transactionReference: id }),
  'a name with an underscore': (id) => JSON.stringify({ order_id: id, payout_id: id }),
  'an envelope of data': (id) => JSON.stringify({ type: 'completed', data: { id } }),
  'an envelope of data and object': (id) => JSON.stringify({ type: 'completed', data: { object: { id } } }),
  'an envelope of its kind': (id) => JSON.stringify({ order: { id }, payout: { id } }),
  'an envelope of another name': (id) => JSON.stringify({ transaction: { uuid: id } }),
  'the id of the event before it': (id) => JSON.stringify({ id: other(), type: 'completed', order: { id } }),
  'the id of a merchant before it': (id) => JSON.stringify({ merchantId: other(), shopId: other(), id }),
  'six other ids before it': (id) => JSON.stringify({ ids: others(6), payout: id }),
  'ninety other ids before it': (id) => JSON.stringify({ ids: others(90), payout: id }),
  'a list of one': (id) => JSON.stringify([{ id, status: 'COMPLETED' }]),
  'a list in a list': (id) => JSON.stringify([[id]]),
  'a list of ids': (id) => JSON.stringify({ ids: [id] }),
  'a text alone': (id) => JSON.stringify(id),
  'JSON in a text of JSON': (id) => JSON.stringify({ payload: JSON.stringify({ id }) }),
  'JSON twice encoded': (id) => JSON.stringify(JSON.stringify({ id })),
  'a URL of the object': (id) => JSON.stringify({ href: `https://provider.example/v1/orders/${id}/receipt` }),
  'a name that comes twice': (id) => `{"id":"x","id":"${id}"}`,
  'forty levels': (id) => `{"x":${'['.repeat(40)}"${id}"${']'.repeat(40)}}`,
  'JSON with blanks and line breaks': (id) => JSON.stringify({ id, status: 'COMPLETED' }, null, 4),
  'JSON with a byte order mark': (id) => `\ufeff{"id":"${id}"}`,
  'JSON behind junk': (id) => `)]}',\n{"id":"${id}"}`,
  'JSON with a comment': (id) => `// completed\n{"id":"${id}"}`,
  'JSON that was cut': (id) => `{"id":"${id}","status":"COMPL`,
  'lines of JSON': (id) => `{"event":1}\n{"id":"${id}"}\n`,
  'single quotes': (id) => `{'id': '${id}', 'status': None}`,
  'names without quotes': (id) => `{id:${id}}`,
  YAML: (id) => `status: COMPLETED\nid: ${id}\n`,
  'lines of names and values': (id) => `status = COMPLETED\r\nid = ${id}\r\n`,
  'UTF-16 with a byte order mark': (id) => Buffer.from(`\ufeff{"id":"${id}"}`, 'utf16le'),
  'UTF-16 of the other order': (id) => utf16be(`\ufeff{"id":"${id}"}`),
  'Latin-1': (id) => Buffer.from(`{"id":"${id}","name":"José"}`, 'latin1'),
  'bytes of no charset': (id) => Buffer.concat([Buffer.of(0xff, 0xc3, 0x00), Buffer.from(`{"id":"${id}"}`)]),
  'a form': (id) => `id=${id}&status=COMPLETED`,
  'a form with brackets': (id) => `data[object][id]=${id}`,
  'a form with escaped hyphens': (id) => `id=${id.replaceAll('-', '%2D')}&status=COMPLETED`,
  'a query string': (id) => `?status=COMPLETED&id=${id}`,
  'several parts': (id) => `--b\r\nContent-Disposition: form-data; name="id"\r\n\r\n${id}\r\n--b--\r\n`,
  'an element of XML': (id) => `<?xml version="1.0"?><order><id>${id}</id></order>`,
  'an attribute of XML': (id) => `<payout id="${id}"/>`,
  'an envelope of SOAP': (id) => `<s:Envelope><s:Body><n:Notify><n:Id>${id}</n:Id></n:Notify></s:Body></s:Envelope>`,
  'a line of CSV': (id) => `id;status\n${id};COMPLETED\n`,
  'a sentence': (id) => `Payment ${id} is completed.`,
  'a body as large as there may be': (id) => `{"id":"${id}","pad":"${'x'.repeat(60_000)}"}`,
};

const byExternalId: Readonly<Record<string, (id: string) => string | Buffer>> = {
  'the external id alone': (externalId) => JSON.stringify({ externalId, status: 'COMPLETED' }),
  'the external id in an envelope': (externalId) => JSON.stringify({ data: { external_id: externalId } }),
  'the external id beside a number': (externalId) => JSON.stringify({ id: 48_211, externalId }),
  'the external id in a form': (externalId) => `status=COMPLETED&externalId=${externalId}`,
  'the external id under another name': (externalId) => JSON.stringify({ reference: externalId }),
  'the external id in XML': (externalId) => `<order><externalId>${externalId}</externalId></order>`,
};

const naming: Readonly<Record<string, () => string | Buffer>> = {
  'a status alone': () => JSON.stringify({ status: 'COMPLETED', note: unique() }),
  'a number for an id': () => JSON.stringify({ id: 48_211, note: unique() }),
  'an empty object': () => `{ "${unique()}": {} }`,
  'words alone': () => `paid! ${unique()}`,
};

export const WEBHOOK_FORMS: readonly WebhookForm[] = [
  ...Object.entries(byId).map(([form, body]) => ({
    form,
    body: ({ id }: NamedObject) => body(id),
    names: 'id' as const,
  })),
  ...Object.entries(byExternalId).map(([form, body]) => ({
    form,
    body: ({ externalId }: NamedObject) => body(externalId),
    names: 'externalId' as const,
  })),
  ...Object.entries(naming).map(([form, body]) => ({ form, body: () => body(), names: 'nothing' as const })),
];
