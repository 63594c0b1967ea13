#include "worker/session.hpp"

#include "record/json_fields.hpp"
#include "worker/server.hpp"

namespace sweepmark::host {
namespace {

class InProcess : public Session {
 public:
  Json call(const Json& request, double) override { return checked_reply(server_.handle(request)); }
  void hold() override {}

 private:
  Server server_;
};

}  // namespace

std::unique_ptr<Session> start_in_process() { return std::make_unique<InProcess>(); }

const Json& checked_reply(const Json& reply) {
  if (reply.contains("outcome"))
    throw CaseEnded(named_field(reply, "outcome", parse_outcome),
                    required<std::string>(reply, "reason"),
                    optional_field<double>(reply, "bound_error"));
  return reply;
}

}  // namespace sweepmark::host
