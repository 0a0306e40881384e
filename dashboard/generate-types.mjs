import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

/** Writes the types of the API for gql.tada, from the schema file that the gate holds to the code. */
const sdl = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8');
const introspection = minifyIntrospection(introspectionFromSchema(buildSchema(sdl), { descriptions: false }));
const file = new URL('src/api/generated/schema-types.d.ts', import.meta.url);
await mkdir(new URL('.', file), { recursive: true });
await writeFile(file, outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }));
