import { join } from 'node:path';
import { superviseProgram, type SupervisedProcess } from '../../../../dev/processes/supervised-process.js';
import { awaitReady } from '../../../../dev/start/readiness-probe.js';
import { findFreePorts } from '../../../../dev/processes/local.port.js';
import { type ClusterPlace, LOOPBACK } from './cluster-place.js';
import { writeShippedFile } from './shipped-file.js';

export interface EtcdMembers {
  /** `host:port` of each member, as Patroni expects it. */
  readonly hosts: string;
  stop(): Promise<void>;
}

// Three members still have a majority after losing one.
const MEMBERS = 3;

/** Starts the members and resolves when all have joined. */
export async function startEtcd(place: ClusterPlace): Promise<EtcdMembers> {
  const ports = await findFreePorts(2 * MEMBERS);
  const members = Array.from({ length: MEMBERS }, (_, index) => ({
    name: `etcd-${index + 1}`,
    port: ports[2 * index] ?? 0,
    peerPort: ports[2 * index + 1] ?? 0,
  }));
  const cluster = members.map(({ name, peerPort }) => `${name}=http://${LOOPBACK}:${peerPort}`).join(',');
  const started: SupervisedProcess[] = [];
  for (const { name, port, peerPort } of members) {
    const file = await writeShippedFile(place, {
      file: 'etcd.yml',
      as: `${name}.yml`,
      values: {
        NODE_NAME: name,
        NODE_DATA: join(place.directory, name),
        NODE_LISTEN: LOOPBACK,
        NODE_HOST: LOOPBACK,
        ETCD_PORT: port,
        ETCD_PEER_PORT: peerPort,
        ETCD_CLUSTER: cluster,
      },
    });
    started.push(
      superviseProgram({
        name,
        program: place.programs.etcd,
        arguments: ['--config-file', file],
        user: place.user,
        workingDirectory: place.directory,
        environment: { PATH: process.env['PATH'] },
        onLine: place.onLine,
      }),
    );
  }
  const stop = async (): Promise<void> => {
    // A member that stops gracefully waits for the others, which are being stopped, too.
    for (const member of started) member.kill('SIGKILL');
    await Promise.all(started.map(({ exited }) => exited));
  };
  try {
    await Promise.all(
      started.map((member, index) => awaitReady(member, { url: `http://${LOOPBACK}:${members[index]?.port}/health` })),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { hosts: members.map(({ port }) => `${LOOPBACK}:${port}`).join(','), stop };
}
