// mqtt.js is built from its modules, without those that a browser does not need.
declare module "mqtt/lib/client" {
  import { MqttClient } from "mqtt";
  export default MqttClient;
}
declare module "mqtt/lib/connect/ws" {
  import type { IClientOptions, MqttClient } from "mqtt";
  import type { Duplex } from "readable-stream";
  export function browserStreamBuilder(client: MqttClient, options: IClientOptions): Duplex;
}
