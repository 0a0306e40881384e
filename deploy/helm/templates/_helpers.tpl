{{- define "purser.labels" -}}
app.kubernetes.io/name: purser
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "purser.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* The pod of a replica and of the migration: without rights, on a root that nobody writes to. */}}
{{- define "purser.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "purser.containerSecurity" -}}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "purser.environment" -}}
envFrom:
  - secretRef:
      name: {{ .Values.secretName }}
env:
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  - name: DATABASE_FAILOVER
    value: {{ .Values.database.failover }}
  - name: METRICS_PORT
    value: "9464"
  - name: METRICS_HOST
    value: 0.0.0.0
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef:
        {{- if eq .Values.database.operator "cnpg" }}
        name: {{ .Release.Name }}-database-app
        key: uri
        {{- else }}
        name: {{ .Values.database.secretName }}
        key: {{ .Values.database.key }}
        {{- end }}
{{- end }}
