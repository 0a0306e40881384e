import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of the Dockerfile's last stage. */
export interface ImagePlan {
  /** Each file or folder of the build with its place in the image. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly entryPoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly base: string;
}

// Location of the checkout in the build stage.
const BUILD = '/purser/';

/** Reads the Dockerfile, so that tests match it. */
export function readDockerfile(root: string): ImagePlan {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n');
  const start = lines.findLastIndex((line) => line.startsWith('FROM '));
  const stage = lines.slice(start);
  const of = (word: string): string[] =>
    stage.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const [workingDirectory] = of('WORKDIR');
  const [entryPoint] = of('ENTRYPOINT');
  const [healthCheck] = of('HEALTHCHECK').map((line) => line.slice(line.indexOf('CMD ') + 'CMD '.length));
  if (!workingDirectory || !entryPoint || !healthCheck) throw new Error('The Dockerfile lacks an instruction');
  const copies = of('COPY').flatMap((line) => {
    const [, ...places] = line.split(' ');
    const to = places.at(-1)!;
    const sources = places.slice(0, -1).flatMap((from) => filesOf(root, from));
    return sources.map((from) => ({ from, to: placeOf({ from, to, workingDirectory }) }));
  });
  return {
    copies,
    environment: Object.fromEntries(
      of('ENV').flatMap((line) =>
        [...line.matchAll(/([^ =]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare]),
      ),
    ) as Record<string, string>,
    workingDirectory,
    entryPoint: JSON.parse(entryPoint) as string[],
    healthCheck: JSON.parse(healthCheck) as string[],
    base: stage[0]!.split(' ')[1]!,
  };
}

/** Returns the path in the checkout of a file of the build; null for a file of the base image. */
export function inCheckout(from: string): string | null {
  return from.startsWith(BUILD) ? from.slice(BUILD.length) : null;
}

/** Returns the files of the checkout that match a pattern such as `dist/*.cjs`. */
function filesOf(root: string, from: string): readonly string[] {
  const [folder = '', ending] = from.split('*');
  if (ending === undefined) return [from];
  const names = readdirSync(join(root, inCheckout(folder) ?? ''));
  return names.filter((name) => name.endsWith(ending)).map((name) => `${folder}${name}`);
}

function placeOf({ from, to, workingDirectory }: { from: string; to: string; workingDirectory: string }): string {
  const place = to.startsWith('/') ? to : join(workingDirectory, to);
  return to.endsWith('/') ? join(place, from.split('/').at(-1)!) : place;
}
