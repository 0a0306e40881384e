import { validate } from 'dockerfile-utils';

interface Rule {
  readonly problem: string;
  readonly isBroken: (instructions: readonly string[]) => boolean;
}

const stagesOf = (instructions: readonly string[]): string[] =>
  instructions.flatMap((line) => /^FROM .* AS (\S+)$/i.exec(line)?.[1] ?? []);

/** Rules about an image's final stage or about all stages. dockerfile-utils checks the syntax. */
const RULES: readonly Rule[] = [
  {
    problem: 'A base image has no tag, or the tag latest',
    isBroken: (instructions) => {
      const stages = stagesOf(instructions);
      const bases = instructions.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
      return bases.some((base) => !stages.includes(base) && (!/[:@]/.test(base) || base.endsWith(':latest')));
    },
  },
  {
    problem: 'ADD also fetches and unpacks: use COPY',
    isBroken: (instructions) => instructions.some((line) => line.startsWith('ADD ')),
  },
  {
    problem: 'The build installs other packages than package-lock.json says: use npm ci',
    isBroken: (instructions) => instructions.some((line) => /^RUN .*\bnpm (?:i|install)\b/.test(line)),
  },
  {
    problem: 'A variable of the image holds a secret',
    isBroken: (instructions) =>
      instructions.some((line) => /^(?:ENV|ARG) .*(?:PASSWORD|SECRET|TOKEN|_KEY|DATABASE_\w*URL)\w*[= ]\S/.test(line)),
  },
  {
    problem: 'The last stage runs as root',
    isBroken: (instructions) => {
      const last = lastStageOf(instructions);
      const user = last.findLast((line) => line.startsWith('USER '));
      return user === undefined ? !/:nonroot\b/.test(last[0] ?? '') : /^USER (?:root|0)\b/.test(user);
    },
  },
  {
    problem: 'The last stage has no HEALTHCHECK',
    isBroken: (instructions) => !lastStageOf(instructions).some((line) => line.startsWith('HEALTHCHECK ')),
  },
  {
    problem: 'The image is of one architecture: name none',
    isBroken: (instructions) => instructions.some((line) => /\b(?:amd64|arm64|aarch64|x86_64|x64)\b/.test(line)),
  },
  {
    problem: 'The ENTRYPOINT is a text for a shell: write a list',
    isBroken: (instructions) => !lastStageOf(instructions).some((line) => /^ENTRYPOINT \[.+\]$/.test(line)),
  },
];

export function lintDockerfile(text: string): string[] {
  const language = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${textOf(message)}`);
  const instructions = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return [...language, ...RULES.filter(({ isBroken }) => isBroken(instructions)).map(({ problem }) => problem)];
}

function lastStageOf(instructions: readonly string[]): readonly string[] {
  return instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
}

const textOf = (message: string | { readonly value: string }): string =>
  typeof message === 'string' ? message : message.value;
