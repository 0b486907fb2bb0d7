import { ApiObject } from 'cdk8s';
import { ResourceProps } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { loadBinary, ARCHITECTURES, binaryKey, hasBinary } from '../agent/binaries';
import { ANYTHING, checkArguments, struct } from '../api/private/kind';
import { errorAt } from '../api/private/problem';
import { CONTEXT } from '../pod/own-names';
import { problem } from '../pod/problems';

const PROPS = struct<ResourceProps>('ResourceProps', { metadata: ANYTHING });

/**
 * A ConfigMap with the wait agent, for clusters in which a platform team installs it once in each namespace. Use its
 * name as `agent.configMap` of the workloads. It contains the binary for the architecture of the construct context
 * `cdk8s-startup-order:architecture`, otherwise those for amd64 and arm64.
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
   * @param props metadata
   */
  constructor(scope: Construct, id: string, props: ResourceProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: [props, PROPS] });
    const architecture = this.node.tryGetContext(CONTEXT.architecture);
    const architectures: string[] = architecture === undefined ? ['amd64', 'arm64'] : [String(architecture)];
    const unknown = architectures.find(a => !hasBinary(a));
    if (unknown !== undefined) {
      const where = `the context '${CONTEXT.architecture}'`;
      const known = Object.keys(ARCHITECTURES);
      throw errorAt(this.node.path, problem('SO612', { where, given: unknown, known }));
    }
    const configMap = new ApiObject(this, 'Resource', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: props.metadata,
      immutable: true,
      binaryData: Object.fromEntries(architectures.map(a => [binaryKey(a), loadBinary(a).base64])),
    });
    this.name = configMap.name;
  }
}
