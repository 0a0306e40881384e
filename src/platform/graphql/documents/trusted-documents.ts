import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import * as z from 'zod';
import { StartError } from '../../config/start-error.js';

const VARIABLE = 'GRAPHQL_TRUSTED_DOCUMENTS_FILE';

const manifest = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string().min(1));

/** The file with trusted documents is invalid. Thrown at start. The message contains no document text. */
export class TrustedDocumentsError extends StartError {
  override readonly name = 'TrustedDocumentsError';

  constructor(problem: string) {
    super(VARIABLE, `${VARIABLE} names a file that cannot be used: ${problem}`);
  }
}

/**
 * Restricts operations to the documents in a file that is made when the clients are built. Without a file any document
 * may run.
 *
 * Apollo's persisted queries cannot replace this, because any client may register a document.
 */
export class TrustedDocuments {
  private constructor(private readonly hashes: ReadonlySet<string> | null) {}

  static any(): TrustedDocuments {
    return new TrustedDocuments(null);
  }

  /**
   * Reads a JSON object with documents keyed by their SHA-256 in lower-case hexadecimal.
   * @throws TrustedDocumentsError if the file cannot be read or has a different format, or if a hash does not match
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
   * Rejects an untrusted document. Called before parsing, because validation messages would reveal the schema.
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
