import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import * as z from 'zod';
import { StartError } from '../../config/start-error.js';

const VARIABLE = 'GRAPHQL_TRUSTED_DOCUMENTS_FILE';

const manifest = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string().min(1));

/** The trusted documents cannot be used. Raised at boot; names the file's fault and never a document's text. */
export class TrustedDocumentsError extends StartError {
  override readonly name = 'TrustedDocumentsError';

  constructor(problem: string) {
    super(VARIABLE, `${VARIABLE} names a file that cannot be used: ${problem}`);
  }
}

/**
 * Which documents may run: the ones in a file made when the clients were built, or any when there is none. Persisted
 * queries as Apollo has them are no substitute, since any client may register any document.
 */
export class TrustedDocuments {
  private constructor(private readonly hashes: ReadonlySet<string> | null) {}

  /** Accepts every document. */
  static any(): TrustedDocuments {
    return new TrustedDocuments(null);
  }

  /**
   * Reads a JSON object of documents by their SHA-256 in lower-case hexadecimal.
   *
   * @throws TrustedDocumentsError when the file cannot be read, has another form, or a hash is not its document's
   */
  static load(file: string): TrustedDocuments {
    const parsed = manifest.safeParse(readJson(file));
    if (!parsed.success) throw new TrustedDocumentsError('it must hold a JSON object { "<sha256>": "<document>" }.');
    for (const [hash, document] of Object.entries(parsed.data)) {
      if (hashOf(document) !== hash) throw new TrustedDocumentsError(`the hash ${hash} is not that of its document.`);
    }
    return new TrustedDocuments(new Set(Object.keys(parsed.data)));
  }

  /**
   * Refuses a document that is not trusted. Asked before the document is parsed, because the messages of a validation
   * are a way to read the schema.
   *
   * @throws GraphQLError UNTRUSTED_DOCUMENT
   */
  assertTrusted(document: string): void {
    if (this.hashes === null || this.hashes.has(hashOf(document))) return;
    throw new GraphQLError('Only the documents this server knows may run.', {
      extensions: { code: 'UNTRUSTED_DOCUMENT', http: { status: 400 } },
    });
  }
}

function hashOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new TrustedDocumentsError('it cannot be read as JSON.');
  }
}
