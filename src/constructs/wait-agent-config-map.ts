import { ApiObject } from 'cdk8s';
import { ResourceProps } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { loadBinary, ARCHITECTURES, binaryKey, hasBinary } from '../agent/binaries';
import { ANYTHING, checkArguments, list, NAME, struct } from '../api/private/kind';
import { startOrderError } from '../api/private/problem';
import { problem } from '../pod/problems';

/**
 * Properties of `WaitAgentConfigMap`.
 */
export interface WaitAgentConfigMapProps extends ResourceProps {
  /**
   * The architectures of the nodes, as in the label `kubernetes.io/arch`. Each architecture adds a binary of at most 64
   * kB.
   *
   * @default - 'amd64' and 'arm64'
   */
  readonly architectures?: string[];
}

const PROPS = struct<WaitAgentConfigMapProps>('WaitAgentConfigMapProps', {
  metadata: ANYTHING,
  architectures: list(NAME),
});

/**
 * A ConfigMap with the wait agent, for clusters in which a platform team installs it once in each namespace. Use its
 * name as `agent.configMap` of the workloads.
 *
 * Writes `immutable: true`. For an update of the library, use a new name.
 */
export class WaitAgentConfigMap extends Construct {
  /**
   * The name of the ConfigMap.
   */
  public readonly name: string;

  /**
   * @param scope the chart
   * @param id the name of the construct
   * @param props metadata and architectures
   */
  constructor(scope: Construct, id: string, props: WaitAgentConfigMapProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: [props, PROPS] });
    const { metadata, architectures = ['amd64', 'arm64'] } = props;
    const unknown = architectures.find(a => !hasBinary(a));
    if (unknown !== undefined) {
      throw startOrderError([
        {
          path: this.node.path,
          problem: problem('SO612', { where: '`architectures`', given: unknown, known: Object.keys(ARCHITECTURES) }),
        },
      ]);
    }
    const configMap = new ApiObject(this, 'Resource', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      immutable: true,
      binaryData: Object.fromEntries(architectures.map(a => [binaryKey(a), loadBinary(a).base64])),
    });
    this.name = configMap.name;
  }
}
