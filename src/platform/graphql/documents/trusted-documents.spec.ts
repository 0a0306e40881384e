import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TrustedDocuments, TrustedDocumentsError } from './trusted-documents.js';

const DOCUMENT = '{ number }';
const HASH = createHash('sha256').update(DOCUMENT).digest('hex');

describe('trusted documents', () => {
  const directory = mkdtempSync(join(tmpdir(), 'trusted-documents-'));
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  const load = (content: string): TrustedDocuments => {
    const file = join(directory, 'documents.json');
    writeFileSync(file, content);
    return TrustedDocuments.load(file);
  };

  it('trusted documents are exactly the documents in the file', () => {
    const trusted = load(JSON.stringify({ [HASH]: DOCUMENT }));
    expect(() => {
      trusted.assertTrusted(DOCUMENT);
    }).not.toThrow();
    expect(() => {
      trusted.assertTrusted(`${DOCUMENT} `);
    }).toThrow(expect.objectContaining({ extensions: { code: 'UNTRUSTED_DOCUMENT', http: { status: 400 } } }) as Error);
  });

  it('trusted documents are all documents if no file is configured', () => {
    expect(() => {
      TrustedDocuments.any().assertTrusted(DOCUMENT);
    }).not.toThrow();
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a hash that is not that of its document', JSON.stringify({ [HASH]: '{ other }' })],
    ['a hash in capitals', JSON.stringify({ [HASH.toUpperCase()]: DOCUMENT })],
    ['an empty document', JSON.stringify({ [HASH]: '' })],
  ])('prevent the start if the file contains %s', (_, content) => {
    expect(() => load(content)).toThrow(TrustedDocumentsError);
  });

  it('prevent the start if the file is missing', () => {
    expect(() => TrustedDocuments.load(join(directory, 'missing'))).toThrow(TrustedDocumentsError);
  });
});
