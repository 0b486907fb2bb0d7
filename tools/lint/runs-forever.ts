import { isShell } from '../read/command/unwrap-command';
import { getImageName, findServer } from '../read/known-servers';
import { ContainerView } from '../read/pod-view';

/** The container never exits by itself: its command contains an endless loop, or it is a known server. */
export function runsForever({ command, json, gate }: ContainerView): boolean {
  if (command.endless) {
    return true;
  }
  // A gate hides the command of its container, and a script may end the server that the script starts.
  if (gate || isShell(json.command?.[0] ?? json.args?.[0] ?? '')) {
    return false;
  }
  return isLinkerdProxy(json.image, json.command) || findServer(json) !== undefined;
}

/** The image name `proxy` is ambiguous: with another command, the image runs a validator. */
function isLinkerdProxy(image = '', command?: readonly string[]): boolean {
  return command === undefined && getImageName(image) === 'proxy' && /(^|\/)linkerd\/proxy[:@]/.test(image);
}
